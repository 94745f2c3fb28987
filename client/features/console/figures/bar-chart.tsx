import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import css from './figures.module.css';

interface Bar {
  key: string;
  /** Whole, for screen readers and beside a lying bar. */
  name: string;
  /** Below a standing bar. */
  short: string;
  /** null: there is nothing to measure. */
  value: number | null;
  /** The part of the value that is filled; all of it without. */
  part?: number;
  text: string;
  /** The rows behind it. */
  to: string;
}

interface BarChartProps {
  title: string;
  bars: readonly Bar[];
  /** Standing bars for months, lying ones for names. */
  standing: boolean;
}

/** Names that fit; the table has all of them. */
const NAMES_SHOWN = 10;
/** From so many standing bars on only some have room for their name. */
const CROWDED = 13;
/** Names of a crowded chart. */
const NAMES_OF_CROWD = 6;

/** One measure as bars; each leads to its rows. */
export function BarChart({ title, bars, standing }: BarChartProps) {
  const { t } = useTranslation('console-figures');
  const shown = standing ? bars : bars.slice(0, NAMES_SHOWN);
  const greatest = shown.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0))[0];
  const most = greatest?.value ?? 0;
  const share = (value: number) => `${most === 0 ? 0 : Math.max(0, (value / most) * 100)}%`;
  const every = bars.length < CROWDED ? 1 : Math.ceil(bars.length / NAMES_OF_CROWD);
  return (
    <figure className={css.chart}>
      <figcaption>
        {title}
        {/* What a standing bar as high as the chart means: it has no room for its value. */}
        {standing && most > 0 ? <small>{t('chart.most', { value: greatest?.text })}</small> : null}
      </figcaption>
      <ol className={standing ? css.standing : css.lying} data-crowded={every > 1}>
        {shown.map(({ key, name, short, value, part, text, to }, at) => (
          <li key={key}>
            <Link to={to} title={t('chart.bar', { name, value: text })}>
              <span className="sr-only">{t('chart.bar', { name, value: text })}</span>
              {standing ? null : <span aria-hidden>{name}</span>}
              <span className={css.track} aria-hidden>
                {value === null ? null : (
                  <i style={standing ? { height: share(value) } : { width: share(value) }}>
                    {part === undefined || value === 0 ? null : (
                      <b
                        style={
                          standing
                            ? { height: `${(part / value) * 100}%` }
                            : { width: `${(part / value) * 100}%` }
                        }
                      />
                    )}
                  </i>
                )}
              </span>
              {standing ? (
                <small aria-hidden>{at % every === 0 ? short : ''}</small>
              ) : (
                <em aria-hidden>{text}</em>
              )}
            </Link>
          </li>
        ))}
      </ol>
      {shown.length < bars.length ? (
        <p className={css.others}>{t('chart.others', { count: shown.length, all: bars.length })}</p>
      ) : null}
    </figure>
  );
}
