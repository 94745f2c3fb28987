import { useTranslation } from 'react-i18next';
import type { FigureField } from '#shared/rule-sets/figure-fields.ts';
import type { FigureProblem } from '#shared/rule-sets/figure-texts.ts';

/** The raise of expensive lots, which has the same figures as the usual one. */
const OF_EXPENSIVE = 'incrementAbove.increment.';

/** Names of figures and their values in the language of the page. */
export function useFigureWords() {
  const { t } = useTranslation('console-rule-sets');
  const nameOf = (path: string): string =>
    path.startsWith(OF_EXPENSIVE)
      ? t('figure.ofExpensive', { figure: nameOf(path.replace(OF_EXPENSIVE, 'increment.')) })
      : t(`figure.${path.replaceAll('.', '-')}`);
  return {
    nameOf,
    /** @param text as the form has it; null: not asked for */
    valueOf(field: FigureField, text: string | null): string {
      if (text === null || text === '') return t('value.none');
      switch (field.kind) {
        case 'yes-no':
          return t(text === 'yes' ? 'value.yes' : 'value.no');
        case 'choice':
          return t(`option.${text}`);
        case 'percent':
          return `${text}\u00a0%`;
        case 'percents':
          return text
            .split(';')
            .map((each) => `${each.trim()}\u00a0%`)
            .join('; ');
        case 'seconds':
          return t('value.seconds', { text });
        case 'sum':
          return `${text}\u00a0UZS`;
        default:
          return text;
      }
    },
    problemOf: ({ problem, min, max }: FigureProblem): string =>
      t(`problem.${problem}`, {
        ...(min === undefined ? {} : { min }),
        ...(max === undefined ? {} : { max }),
      }),
  };
}
