import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { lazyScreen } from '#client/lib/lazy-screen.ts';
import { watchOnScreen } from '#client/lib/on-screen.ts';
import { PartBoundary } from '#client/ui/part-boundary.tsx';
import css from './with-seller-place.module.css';

/** In a chunk of its own, loaded when somebody comes near: most people decide by picture and price. */
const WithSeller = lazyScreen(() => import('./with-seller.tsx'), ['lot-questions', 'viewings']);
/** Messages about an answer, or a viewing, lead here. */
const PLACE = 'questions';

/** Where viewings of a lot and questions about it are shown. The server leaves it empty. */
export function WithSellerPlace({ lotId }: { lotId: number }) {
  const named = useLocation().hash === `#${PLACE}`;
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    if (named) element.scrollIntoView();
    return watchOnScreen(element, (seen) => {
      if (seen) setNear(true);
    });
  }, [named]);
  return (
    <div ref={place} id={PLACE} className={css.place}>
      {near ? (
        <PartBoundary>
          <Suspense>
            <WithSeller lotId={lotId} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </div>
  );
}
