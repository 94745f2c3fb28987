import { useTranslation } from 'react-i18next';
import { FIGURE_SECTIONS, type FigureSection } from '#shared/rule-sets/figure-fields.ts';
import { changedFigures, figureTexts, isAsked } from '#shared/rule-sets/figure-texts.ts';
import type { RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';
import layout from '#client/ui/layout.module.css';
import { useFigureWords } from './rule-set-texts.ts';
import css from './console-reference.module.css';

const SECTIONS = Object.keys(FIGURE_SECTIONS) as FigureSection[];

function useShares() {
  const { t } = useTranslation('console-rule-sets');
  return ({ payoutShares }: RuleSetFigures): string =>
    payoutShares === undefined
      ? t('shares.sellerAlone')
      : payoutShares
          .map(({ percent, account }) =>
            account
              ? `${percent}\u00a0%: ${account.holderName}, ${account.account}, ${account.mfo}`
              : `${percent}\u00a0%: ${t('shares.seller')}`,
          )
          .join('\n');
}

/** What differs between two versions, in words: the old value and the new one. */
export function FigureChanges({ before, after }: { before: RuleSetFigures; after: RuleSetFigures }) {
  const { t } = useTranslation('console-rule-sets');
  const { nameOf, valueOf } = useFigureWords();
  const sharesOf = useShares();
  const changed = changedFigures(before, after);
  const [old, next] = [sharesOf(before), sharesOf(after)];
  if (changed.length === 0 && old === next) return <p className={layout.muted}>{t('changes.none')}</p>;
  return (
    <ul className={css.changes}>
      {changed.map(({ field, was, is }) => (
        <li key={field.path}>
          <span>{nameOf(field.path)}</span>
          <span>
            <del>{valueOf(field, was)}</del> → <ins>{valueOf(field, is)}</ins>
          </span>
        </li>
      ))}
      {old === next ? null : (
        <li>
          <span>{t('section.shares')}</span>
          <span>
            <del>{old}</del> → <ins>{next}</ins>
          </span>
        </li>
      )}
    </ul>
  );
}

/** Every figure of a version. */
export function FigureList({ figures }: { figures: RuleSetFigures }) {
  const { t } = useTranslation('console-rule-sets');
  const { nameOf, valueOf } = useFigureWords();
  const sharesOf = useShares();
  const texts = figureTexts(figures);
  return (
    <div className={css.part}>
      {SECTIONS.map((section) => {
        const asked = FIGURE_SECTIONS[section].filter((field) => isAsked(texts, field));
        if (asked.length === 0) return null;
        return (
          <section key={section}>
            <h3>{t(`section.${section}`)}</h3>
            <dl className={css.facts}>
              {asked.map((field) => (
                <div key={field.path}>
                  <dt>{nameOf(field.path)}</dt>
                  <dd>{valueOf(field, texts[field.path] ?? '')}</dd>
                </div>
              ))}
            </dl>
          </section>
        );
      })}
      <section>
        <h3>{t('section.shares')}</h3>
        <dl className={css.facts}>
          <div>
            <dt>{t('shares.lead')}</dt>
            <dd>{sharesOf(figures)}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
