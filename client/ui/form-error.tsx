import { useErrorText } from './error-state.tsx';
import css from './form.module.css';

/** Why what was sent was not taken: a failure, or the sentence for it. Nothing while there is nothing to say. */
export function FormError({ error }: { error: unknown }) {
  const errorText = useErrorText();
  if (!error) return null;
  return (
    <p className={css.failed} role="alert">
      {typeof error === 'string' ? error : errorText(error)}
    </p>
  );
}
