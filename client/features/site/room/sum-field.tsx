import { lazyScreen } from '../../../lib/lazy-screen.ts';
import type { SumFieldProps } from './grouped-field.tsx';
import { DeferredPart } from './deferred-part.tsx';

const GroupedField = lazyScreen(() => import('./grouped-field.tsx'));

/** A sum in UZS, grouped while it is typed; an empty field of the same size until it can be. */
export function SumField({ value, onValue, ...rest }: SumFieldProps) {
  return (
    <DeferredPart meanwhile={<input {...rest} disabled />}>
      <GroupedField value={value} onValue={onValue} {...rest} />
    </DeferredPart>
  );
}
