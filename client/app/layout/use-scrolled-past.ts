import { useEffect, useState } from 'react';

/** True while the page is scrolled further than the given pixels. */
export function useScrolledPast(px: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const read = () => setPast(window.scrollY > px);
    // With the next frame: asking now would lay the whole page out at once.
    const first = requestAnimationFrame(read);
    window.addEventListener('scroll', read, { passive: true });
    return () => {
      cancelAnimationFrame(first);
      window.removeEventListener('scroll', read);
    };
  }, [px]);
  return past;
}
