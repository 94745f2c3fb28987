import { Suspense, useState, type ComponentType } from 'react';
import { partWithTexts } from '#client/lib/lazy-screen.ts';
import { Loader } from './loader.tsx';
import { PartBoundary } from './part-boundary.tsx';
import css from './ui.module.css';

/** Beside the properties of the part itself. */
interface Opening {
  /** It could not load, and a message said so: the opener closes it. Without one, `onClose` is called. */
  onFailure?: () => void;
}

/**
 * A dialog or drawer in a chunk of its own, with its texts, mounted while it is open. A ring turns when it is long in coming;
 * when it does not come, the page stays as it is and the next opening loads it again.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  namespaces: readonly string[] = [],
) {
  const { ready, component, preload } = partWithTexts(load, namespaces);
  let coming: ComponentType<Props> | null = null;

  function Opened(props: Props & Opening & { onClose?: () => void }) {
    // What is there already is drawn at once: a lazy part would show its waiting place first.
    const [Part] = useState(() => ready() ?? (coming ??= component()));
    const failed = () => {
      coming = null;
      (props.onFailure ?? props.onClose)?.();
    };
    return (
      <PartBoundary onFailure={failed}>
        <Suspense fallback={<Waiting />}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    );
  }
  return Object.assign(Opened, { preload });
}

function Waiting() {
  return (
    <div className={css.opening}>
      <Loader size="lg" />
    </div>
  );
}
