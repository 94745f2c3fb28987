import {
  createElement,
  isValidElement,
  Suspense,
  use,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import css from './later.module.css';

/** How far outside the window a painted part already comes to life, so that it is alive when it is seen. */
const MARGIN_PX = 320;
/** Whoever does one of these may go anywhere next: everything comes to life. */
const TOUCHES = ['pointerdown', 'touchstart', 'click', 'keydown', 'focusin', 'wheel', 'popstate'] as const;

/** Closed gates keep the server's painting of a part as it is. */
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
      // At the window: told before React, which brings the part that was touched to life at once.
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

/** Whether a part is drawn from the same as before: the same component with the same properties. */
function alike(before: ReactNode, now: ReactNode): boolean {
  if (before === now) return true;
  if (!isValidElement<Props>(before) || !isValidElement<Props>(now)) return false;
  if (before.type !== now.type || before.key !== now.key) return false;
  const names = Object.keys(now.props);
  if (names.length !== Object.keys(before.props).length) return false;
  return names.every((name) => Object.is(before.props[name], now.props[name]));
}

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

type Props = Record<string, unknown>;

interface LaterProps {
  as?: 'div' | 'li';
  /** About how high the part is, px: the page is as long as it will be before the part is laid out. */
  height: number;
  /** The part reaches both edges of the window. */
  wide?: boolean;
  /** The part stands beside others: it takes no room to its sides. */
  within?: boolean;
  children: ReactNode;
}

/**
 * A part of a painted page that is laid out and brought to life when it comes near the window or the person touches the
 * page; its painting is there meanwhile, and its links work. Drawn by the browser itself, a part is alive at once.
 */
export function Later({ as = 'div', height, wide = false, within = false, children }: LaterProps) {
  const painted = useSyncExternalStore(never, no, yes);
  const location = useLocation();
  const [first] = useState(() => ({
    painted,
    location,
    children,
    gate: createGate(!painted || typeof window === 'undefined'),
  }));
  const { gate } = first;
  // Whoever draws this part anew without changing it leaves it as it is.
  const kept = alike(first.children, children) ? first.children : children;
  // React throws away the painting of a part that gets something new while it is closed.
  if (first.location !== location || first.children !== kept) gate.release();
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
        <Behind gate={gate}>{kept}</Behind>
      </Suspense>
    ),
    [gate, kept],
  );
  return createElement(
    as,
    {
      ref: place,
      className: css.later,
      style: { '--later-height': `${height}px` },
      ...(first.painted ? { 'data-painted': wide ? 'wide' : within ? 'within' : '' } : {}),
    },
    content,
  );
}
