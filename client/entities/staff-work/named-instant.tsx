import { useTranslation } from 'react-i18next';
import { InstantField } from '#client/ui/instant-field.tsx';
import css from './named-instant.module.css';

interface NamedInstantProps extends Omit<Parameters<typeof InstantField>[0], 'labels'> {
  name: string;
}

/** A day and a time in Tashkent that have one name. Needs the texts of `staff`. */
export function NamedInstant({ name, ...field }: NamedInstantProps) {
  const { t } = useTranslation('staff');
  return (
    <fieldset className={css.instant}>
      <legend>{name}</legend>
      <InstantField labels={{ day: t('instant.day'), time: t('instant.time') }} {...field} />
    </fieldset>
  );
}
