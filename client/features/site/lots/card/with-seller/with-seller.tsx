import { Questions } from '../questions/questions.tsx';
import { Viewings } from '../viewings/viewings.tsx';
import css from './with-seller-place.module.css';

/** What passes between people and the seller of a lot: when it can be seen, and what they ask. */
export default function WithSeller({ lotId }: { lotId: number }) {
  return (
    <div className={css.parts}>
      <Viewings lotId={lotId} />
      <Questions lotId={lotId} />
    </div>
  );
}
