import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { loadChunk } from './loadChunk.ts';
import { whenPainted } from './whenPainted.ts';

interface LateOptions<Props> {
  /** Whether the user waits for it. */
  isNeeded?: (props: Props) => boolean;
  /** Loads and renders nothing before it is needed for the first time. */
  onlyNeeded?: boolean;
  /** It could not be loaded although it is needed. */
  onFailure?: (props: Props) => void;
}

/**
 * A part that its page is drawn without, in a script of its own. It is loaded once the page is drawn. If that fails, the page stays as it is, and the part is
 * loaded again when it is needed.
 */
export const lateComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LateOptions<Props> = {},
) => {
  // Not rejected by a failure, which React would remember.
  const loaded = Promise.withResolvers<{ default: ComponentType<Props> }>();
  const Part = lazy(() => loaded.promise) as ComponentType<Props>;
  const loadPart = async () => loaded.resolve({ default: await loadChunk(load) });
  return (props: Props) => <LateComponent Part={Part} load={loadPart} options={options} props={props} />;
};

interface LateComponentProps<Props> {
  Part: ComponentType<Props>;
  load: () => Promise<void>;
  options: LateOptions<Props>;
  props: Props;
}

/** Draws nothing before it is requested: a table has hundreds of closed dialogs. */
function LateComponent<Props extends object>(props: LateComponentProps<Props>) {
  const { options } = props;
  const needed = options.isNeeded?.(props.props) ?? false;
  const [started, setStarted] = useState(needed || !options.onlyNeeded);
  if (needed && !started) setStarted(true);
  return started && <RequestedComponent {...props} needed={needed} />;
}

interface RequestedComponentProps<Props> extends LateComponentProps<Props> {
  needed: boolean;
}

function RequestedComponent<Props extends object>(given: RequestedComponentProps<Props>) {
  const { Part, load, options, props, needed } = given;
  const requested = needed || !options.onlyNeeded;
  // In the background: React waits 300 ms before it replaces a fallback.
  const mounted = useDeferredValue(true, false);
  const fail = useEffectEvent(() => {
    if (needed) options.onFailure?.(props);
  });
  useEffect(
    function loadAfterDrawing() {
      if (requested) (needed ? load() : whenPainted().then(load)).catch(() => fail());
    },
    [load, requested, needed],
  );
  return <Suspense>{mounted && <Part {...props} />}</Suspense>;
}
