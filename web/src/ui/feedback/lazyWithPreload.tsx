import { type ComponentType, lazy, Suspense, useDeferredValue, useEffect, useEffectEvent, useState } from 'react';
import { failureFromErrors } from './failure.ts';
import { loadChunk } from './loadChunk.ts';
import { reportFailure } from './toasts.tsx';
import { whenPainted } from './whenPainted.ts';

interface PreloadOptions<Props> {
  /** Whether the user waits for it. */
  isNeeded?: (props: Props) => boolean;
  /** When it is loaded: once the page is painted (the default), or, with nothing rendered before, when it is needed for the first time. */
  loadOn?: 'paint' | 'need';
  /** It could not be loaded although it is needed; the failure has been reported. */
  onFailure?: (props: Props) => void;
}

/**
 * A part that its page is drawn without, in a script of its own. It is loaded once the page is drawn. If that fails, the page stays as it is, and the part is
 * loaded again when it is needed; only then a failure is reported.
 */
export const lazyWithPreload = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: PreloadOptions<Props> = {},
) => {
  // Not rejected by a failure, which React would remember.
  const loaded = Promise.withResolvers<{ default: ComponentType<Props> }>();
  const Part = lazy(() => loaded.promise) as ComponentType<Props>;
  const loadPart = async () => loaded.resolve({ default: await loadChunk(load) });
  return (props: Props) => <LazyWithPreload Part={Part} load={loadPart} options={options} props={props} />;
};

interface LazyWithPreloadProps<Props> {
  Part: ComponentType<Props>;
  load: () => Promise<void>;
  options: PreloadOptions<Props>;
  props: Props;
}

/** Draws nothing before it is requested: a table has hundreds of closed dialogs. */
function LazyWithPreload<Props extends object>(props: LazyWithPreloadProps<Props>) {
  const { options } = props;
  const needed = options.isNeeded?.(props.props) ?? false;
  const [started, setStarted] = useState(needed || options.loadOn !== 'need');
  if (needed && !started) setStarted(true);
  return started && <RequestedComponent {...props} needed={needed} />;
}

interface RequestedComponentProps<Props> extends LazyWithPreloadProps<Props> {
  needed: boolean;
}

function RequestedComponent<Props extends object>(given: RequestedComponentProps<Props>) {
  const { Part, load, options, props, needed } = given;
  const requested = needed || options.loadOn !== 'need';
  // In the background: React waits 300 ms before it replaces a fallback.
  const mounted = useDeferredValue(true, false);
  const fail = useEffectEvent(() => {
    if (!needed) return;
    reportFailure(failureFromErrors([]));
    options.onFailure?.(props);
  });
  useEffect(
    function loadAfterDrawing() {
      if (requested) (needed ? load() : whenPainted().then(load)).catch(() => fail());
    },
    [load, requested, needed],
  );
  return <Suspense>{mounted && <Part {...props} />}</Suspense>;
}
