import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { failureFromErrors } from './failure.ts';
import { loadChunk } from './loadChunk.ts';
import { reportFailure } from './toasts.tsx';
import { whenPainted } from './whenPainted.ts';

/** When a part is loaded without which the page is complete. */
interface LateOptions<Props> {
  /** `paint`: once the page is painted. `need`: when the part is needed for the first time, with nothing rendered before. */
  loadOn: 'paint' | 'need';
  /** Whether the user waits for the part. By default yes with `need`, and no with `paint`. */
  isNeeded?: (props: Props) => boolean;
  /** Called if a needed part could not be loaded; the failure has been reported. */
  onFailure?: (props: Props) => void;
  /** Shown until the part is loaded; by default nothing. */
  before?: (props: Props) => ReactNode;
}

/** A dialog is loaded when it opens. If loading fails, the dialog closes. */
export const whenOpened: LateOptions<{ opened: boolean; onClose: () => void }> = {
  loadOn: 'need',
  isNeeded: ({ opened }) => opened,
  onFailure: ({ onClose }) => onClose(),
};

/** A form is loaded when Edit is pressed. The settings stay visible until then, and if loading fails. */
export const whenEdited: LateOptions<{ before: ReactNode; onDone: () => void }> = {
  loadOn: 'need',
  before: ({ before }) => before,
  onFailure: ({ onDone }) => onDone(),
};

/** The panel of a list is loaded once the list is painted, because a single key opens it. */
export const beforeRowIsShown: LateOptions<{ id: string | null }> = {
  loadOn: 'paint',
  isNeeded: ({ id }) => id !== null,
};

/**
 * A part in its own script. Without options it is content with a placeholder, and a failure shows the fallback screen. With options the page is
 * complete without it: loading is retried, and a failure reported, only when the part is needed.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: LateOptions<Props>,
): ComponentType<Props> => {
  const loadPart = async () => ({ default: await loadChunk(load) });
  if (!options) return lazy(loadPart) as ComponentType<Props>;
  // Not rejected by a failure, which React would remember.
  const loaded = Promise.withResolvers<{ default: ComponentType<Props> }>();
  const Part = lazy(() => loaded.promise) as ComponentType<Props>;
  const loadOnce = async () => loaded.resolve(await loadPart());
  return (props) => <LatePart Part={Part} load={loadOnce} options={options} props={props} />;
};

interface LatePartProps<Props> {
  Part: ComponentType<Props>;
  load: () => Promise<void>;
  options: LateOptions<Props>;
  props: Props;
}

/** Renders nothing before it is requested: a table has hundreds of closed dialogs. */
function LatePart<Props extends object>(given: LatePartProps<Props>) {
  const { loadOn, isNeeded } = given.options;
  const needed = isNeeded ? isNeeded(given.props) : loadOn === 'need';
  const [started, setStarted] = useState(needed || loadOn === 'paint');
  if (needed && !started) setStarted(true);
  return started && <RequestedPart {...given} needed={needed} />;
}

interface RequestedPartProps<Props> extends LatePartProps<Props> {
  needed: boolean;
}

function RequestedPart<Props extends object>({ Part, load, options, props, needed }: RequestedPartProps<Props>) {
  const requested = needed || options.loadOn === 'paint';
  // In the background: React waits 300 ms before it replaces a fallback.
  const mounted = useDeferredValue(true, false);
  const fail = useEffectEvent(() => {
    if (!needed) return;
    reportFailure(failureFromErrors([]));
    options.onFailure?.(props);
  });
  useEffect(
    function loadAfterPaint() {
      if (requested) (needed ? load() : whenPainted().then(load)).catch(() => fail());
    },
    [load, requested, needed],
  );
  // The previous rendering stays until the part has loaded: a deferred rendering hides nothing.
  return <Suspense>{mounted ? <Part {...props} /> : options.before?.(props)}</Suspense>;
}
