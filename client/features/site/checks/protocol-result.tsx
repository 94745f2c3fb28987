import { CircleCheck, CircleX, FileText, KeyRound, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Protocol } from '#shared/api/site/checks.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { fileSize } from '#client/lib/format/file-size.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import { CancelledText } from '#client/entities/protocol/cancelled-text.tsx';
import { Rows } from './rows.tsx';
import css from './checks.module.css';

/** A genuine protocol: in force or cancelled, for what, for how much, and with its check word whose. Personal data comes masked. */
export function ProtocolFound({ protocol }: { protocol: Protocol }) {
  const { t } = useTranslation(['checks', 'protocols']);
  const localized = useLocalized();
  const { winner, cancelled } = protocol;
  const active = protocol.status === 'active';
  const Icon = active ? CircleCheck : CircleX;
  return (
    <section className={css.card} data-tone={active ? 'good' : 'bad'} aria-labelledby="protocol-verdict">
      <div className={css.verdict}>
        <Icon size={40} strokeWidth={1.75} aria-hidden />
        <div>
          <h2 id="protocol-verdict">{t(`protocol.status.${protocol.status}`)}</h2>
          <p>{t(`protocol.statusText.${protocol.status}`)}</p>
        </div>
      </div>
      <Rows
        rows={[
          [t('protocol.number'), protocol.number],
          [t('protocols:basis'), protocol.cause ? t(`protocols:cause.${protocol.cause}`) : null],
          [
            t('protocols:cancelledRow'),
            cancelled ? <CancelledText key="cancelled" cancelled={cancelled} /> : null,
          ],
          [t('protocol.date'), dayText(protocol.date)],
          [
            t('protocol.lot'),
            <Link key="lot" to={paths.lotResult(protocol.lot.id)}>
              {t('lots:tile.number', { number: protocol.lot.number })}, {localized(protocol.lot.title)}
            </Link>,
          ],
          [
            t('protocol.price'),
            protocol.priceTiyin === null ? null : <MoneyText key="price" tiyin={protocol.priceTiyin} />,
          ],
          [t('protocol.winner'), winner?.name ?? null],
          [t('stir'), winner?.taxId ?? null],
          [t('pinfl'), winner?.personalId ?? null],
          [t('protocol.address'), winner?.address ? localized(winner.address) : null],
          [
            t('protocol.files'),
            protocol.files.length > 0 ? <Files key="files" files={protocol.files} /> : null,
          ],
        ]}
      />
      {protocol.word === 'wrong' ? (
        <p role="alert" className={css.failed}>
          {t('protocol.wordWrong')}
        </p>
      ) : protocol.word === 'none' ? (
        <p className={css.privacy}>
          <KeyRound size={20} aria-hidden />
          <span>{t('protocol.wordNone')}</span>
        </p>
      ) : null}
    </section>
  );
}

function Files({ files }: { files: Protocol['files'] }) {
  const { t } = useTranslation('checks');
  return (
    <ul>
      {files.map((file) => {
        const { unit, size } = fileSize(file.sizeBytes);
        return (
          <li key={file.url}>
            <a className={css.file} href={file.url} target="_blank" rel="noreferrer noopener">
              <FileText size={16} aria-hidden />
              {file.name}
            </a>{' '}
            ({t(`size.${unit}`, { size })})
          </li>
        );
      })}
    </ul>
  );
}

/** Not in the register: what to check, and whom to ask. */
export function ProtocolUnknown({ number }: { number: string }) {
  const { t } = useTranslation('checks');
  return (
    <EmptyState icon={SearchX} title={t('protocol.unknown', { number })} text={t('protocol.unknownText')}>
      <ButtonLink to={paths.contact()} variant="default" size="md">
        {t('askOperator')}
      </ButtonLink>
    </EmptyState>
  );
}
