import layout from '#client/ui/layout.module.css';
import { Questions } from '../questions/questions.tsx';
import { Viewings } from '../viewings/viewings.tsx';

/** What passes between people and the seller of a lot: when it can be seen, and what they ask. */
export default function WithSeller({ lotId }: { lotId: number }) {
  return (
    <div className={layout.fluidStack4}>
      <Viewings lotId={lotId} />
      <Questions lotId={lotId} />
    </div>
  );
}
