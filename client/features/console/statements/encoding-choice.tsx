import { useTranslation } from 'react-i18next';
import { ENCODINGS, type Encoding } from '#shared/api/tables.ts';
import { OptionsField } from '#client/ui/input-field.tsx';

/** The encoding of a file whose letters cannot be recognised from its bytes: staff name it and see in the preview whether it is right. */
export function EncodingChoice({
  chosen,
  onChoose,
}: {
  chosen: Encoding | null;
  onChoose: (encoding: Encoding) => void;
}) {
  const { t } = useTranslation('console-statements');
  return (
    <OptionsField
      label={t('encoding.label')}
      hint={t('encoding.hint')}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value as Encoding)}
    >
      <option value="" disabled>
        {t('encoding.choose')}
      </option>
      {ENCODINGS.map((encoding) => (
        <option key={encoding} value={encoding}>
          {t(`encoding.${encoding}`)}
        </option>
      ))}
    </OptionsField>
  );
}
