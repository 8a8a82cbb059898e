import { browserPage } from '../apollo/browserPage.ts';
import { useMutationAction } from '../apollo/useMutationAction.ts';
import { graphql } from '../gql/gql.ts';
import { askBeforeLeaving } from '../ui/dialog/useUnsavedQuestion.ts';

const switchDocument = graphql(`
  mutation ModuleSwitcher_Switch($moduleId: ID!) { switchModule(moduleId: $moduleId) { url } }
`);

/** Opens another module of the suite in this tab. */
export const useSwitchModule = () => {
  const { mutate, busy } = useMutationAction(switchDocument, { saves: false });
  const open = (moduleId: string) =>
    askBeforeLeaving(() => {
      mutate({ moduleId }).then(
        (answer) => answer && browserPage.goTo(answer.switchModule.url),
        // The failure is in the toast.
        () => undefined,
      );
    });
  return { open, busy };
};
