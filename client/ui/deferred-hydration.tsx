import {
  createElement,
  isValidElement,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import { useHydrating } from './use-hydrating.ts';
import css from './deferred-hydration.module.css';

/** How far outside the window a deferred part is already hydrated, so that it works when it is seen. */
const MARGIN_PX = 320;
/** After any of these interactions the person may go anywhere: everything is hydrated. */
const TOUCHES = ['pointerdown', 'touchstart', 'click', 'keydown', 'focusin', 'wheel', 'popstate'] as const;

/** While a gate is closed, the server's HTML of its part stays as it is. */
interface Gate {
  open: boolean;
  opened: Promise<void>;
  release: () => void;
}

const closed = new Set<Gate>();

function openAll(): void {
  for (const gate of closed) gate.release();
}

function createGate(open: boolean): Gate {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  const gate: Gate = {
    open,
    opened: promise,
    release: () => {
      if (gate.open) return;
      gate.open = true;
      closed.delete(gate);
      // At the window: called before React, which hydrates the touched part at once.
      if (closed.size === 0) for (const touch of TOUCHES) window.removeEventListener(touch, openAll, true);
      resolve();
    },
  };
  return gate;
}

function keepClosed(gate: Gate): void {
  if (gate.open) return;
  if (closed.size === 0) for (const touch of TOUCHES) window.addEventListener(touch, openAll, true);
  closed.add(gate);
}

function Behind({ gate, children }: { gate: Gate; children: ReactNode }) {
  if (!gate.open) use(gate.opened);
  return children;
}

/** Whether a part renders the same as before: the same component with the same properties. */
function alike(before: ReactNode, now: ReactNode): boolean {
  if (before === now) return true;
  if (!isValidElement<Props>(before) || !isValidElement<Props>(now)) return false;
  if (before.type !== now.type || before.key !== now.key) return false;
  const names = Object.keys(now.props);
  if (names.length !== Object.keys(before.props).length) return false;
  return names.every((name) => Object.is(before.props[name], now.props[name]));
}

type Props = Record<string, unknown>;

interface DeferredHydrationProps {
  as?: 'div' | 'li';
  /** About how high the part is, px: the page is as long as it will be before the part is laid out. */
  height: number;
  /** The part reaches both edges of the window. */
  wide?: boolean;
  /** The part has neighbours: it takes no room to its sides. */
  within?: boolean;
  children: ReactNode;
}

/**
 * A part of a server-rendered page that is laid out and hydrated when it comes near the window or the person touches the
 * page; its HTML is there meanwhile, and its links work. A part rendered by the browser itself is not deferred.
 */
export function DeferredHydration({
  as = 'div',
  height,
  wide = false,
  within = false,
  children,
}: DeferredHydrationProps) {
  const deferred = useHydrating();
  const location = useLocation();
  const [first] = useState(() => ({
    deferred,
    location,
    children,
    gate: createGate(!deferred || typeof window === 'undefined'),
  }));
  const { gate } = first;
  // Rendering this part again without a change leaves it as it is.
  const shown = alike(first.children, children) ? first.children : children;
  // React discards the server's HTML of a part that changes before it is hydrated.
  if (first.location !== location || first.children !== shown) gate.release();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || gate.open) return undefined;
    keepClosed(gate);
    // What the server could not finish in time has not been read yet.
    if (typeof IntersectionObserver === 'undefined' || element.querySelector('[aria-busy="true"]')) {
      gate.release();
      return undefined;
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) gate.release();
      },
      { rootMargin: `${MARGIN_PX}px 0px` },
    );
    observer.observe(element);
    void gate.opened.then(() => observer.disconnect());
    return () => {
      observer.disconnect();
      closed.delete(gate);
    };
  }, [gate]);
  const content = useMemo(
    () => (
      <Suspense>
        <Behind gate={gate}>{shown}</Behind>
      </Suspense>
    ),
    [gate, shown],
  );
  return createElement(
    as,
    {
      ref: place,
      className: css.deferred,
      style: { '--deferred-height': `${height}px` },
      ...(first.deferred ? { 'data-deferred': wide ? 'wide' : within ? 'within' : '' } : {}),
    },
    content,
  );
}
