import { lazy, Suspense, useState, type ComponentType } from 'react';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { loadPart } from '#client/lib/lazy-screen.ts';
import { Loader } from './loader.tsx';
import { PartBoundary } from './part-boundary.tsx';
import css from './ui.module.css';

/** Beside the properties of the part itself. */
interface Opening {
  /** It could not come, and the person was told: whoever opened it closes it. Without one, `onClose` is asked. */
  onFailure?: () => void;
}

/**
 * A dialog or drawer in a chunk of its own, with its texts, mounted while it is open. A ring turns when it is long in coming;
 * when it does not come, the page stays as it is and the next opening asks for it anew.
 */
export function openedPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  namespaces: readonly string[] = [],
) {
  let ready: ComponentType<Props> | null = null;
  const loadBoth = async () => {
    const [part] = await Promise.all([load(), loadNamespaces(namespaces)]);
    ready = part.default;
    return part;
  };
  const begin = () => lazy(() => loadPart(loadBoth)) as unknown as ComponentType<Props>;
  let coming: ComponentType<Props> | null = null;

  function Opened(props: Props & Opening & { onClose?: () => void }) {
    // What is there already is drawn at once: a lazy part would show its waiting place first.
    const [Part] = useState(() => ready ?? (coming ??= begin()));
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
  return Object.assign(Opened, {
    /** Starts loading before it is opened (a pointer over the button). Resolves in any case. */
    preload: async (): Promise<void> => void (await loadBoth().catch(() => undefined)),
  });
}

function Waiting() {
  return (
    <div className={css.opening}>
      <Loader size="lg" />
    </div>
  );
}
