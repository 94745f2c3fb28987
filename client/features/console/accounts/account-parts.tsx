import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import type { Account } from '#shared/api/console/console-accounts.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import layout from '#client/ui/layout.module.css';
import css from './console-accounts.module.css';

/** Who it is, and what holds for the account now. */
export function AccountFacts({ account }: { account: Account }) {
  const { t } = useTranslation('console-accounts');
  const confirmed = (value: string, so: boolean) => `${value} · ${t(so ? 'confirmed' : 'unconfirmed')}`;
  const rows: [string, ReactNode][] = [
    [t('fact.kind'), t(`kind.${account.kind}`)],
    [t('fact.phone'), account.phone && confirmed(showPhone(account.phone), account.phoneConfirmed)],
    [t('fact.email'), account.email && confirmed(account.email, account.emailConfirmed)],
    [t('fact.pinfl'), account.pinfl],
    [t('fact.stir'), account.stir],
    [t('fact.age'), account.ofAge && t(account.ofAge.shown ? 'fact.ageShown' : 'fact.ageUnknown')],
    [t('fact.staffProof'), proofDetails(account.staffProof, t)],
    [t('fact.created'), formatDateTimeShort(account.createdAtMs)],
    [t('fact.signedIn'), account.signedInAtMs === null ? null : formatDateTimeShort(account.signedInAtMs)],
    // An erased account has no sign-in any more.
    ...(account.erasedAtMs === null
      ? ([
          [t('fact.signsInAt'), account.signsInAt === 'site' ? t('fact.site') : account.signsInAt],
          [t('fact.factor'), <SecondFactor key="factor" factor={account.secondFactor} />],
        ] satisfies [string, ReactNode][])
      : []),
    [t('fact.takesPart'), t(account.takesPart ? 'fact.yes' : 'fact.no')],
    [
      t('fact.barred'),
      <>
        {account.barredUntil === null
          ? t('fact.no')
          : t('fact.barredUntil', { day: dayText(account.barredUntil) })}
        {' · '}
        <Link to={paths.checkBlackList()}>{t('fact.checkBar')}</Link>
      </>,
    ],
    [t('fact.id'), account.id],
  ];
  return (
    <section className={css.part} aria-labelledby="facts-of-account">
      <h2 id="facts-of-account">{t('fact.title')}</h2>
      <dl className={css.facts}>
        {rows.map(([name, value]) =>
          value === null || value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

/** Only what was seen and when: the badge says the rest. */
function proofDetails(proof: Account['staffProof'], t: TFunction<'console-accounts'>): string | null {
  if (proof === null || !('atMs' in proof)) return null;
  const when = formatDateTimeShort(proof.atMs);
  if (proof.by === 'service') return t('fact.provenSince', { when });
  const { document, reason } = proof;
  return t('fact.attested', { when, document, reason });
}

function SecondFactor({ factor }: { factor: Account['secondFactor'] }) {
  const { t } = useTranslation('console-accounts');
  if (factor === null) return t('fact.factorElsewhere');
  const { app, passkeys, codesLeft } = factor;
  if (!app && passkeys === 0) return t('fact.factorNone');
  return [
    ...(app ? [t('fact.factorApp')] : []),
    ...(passkeys > 0 ? [t('fact.factorPasskeys', { count: passkeys })] : []),
    t('fact.factorCodes', { count: codesLeft }),
  ].join(' · ');
}

/** What a member of staff did last. */
export function LastActions({ actions }: { actions: NonNullable<Account['actions']> }) {
  const { t } = useTranslation(['console-accounts', 'actions']);
  return (
    <section className={css.part} aria-labelledby="actions-of-account">
      <h2 id="actions-of-account">{t('actions.title')}</h2>
      {actions.length === 0 ? <p className={layout.muted}>{t('actions.none')}</p> : null}
      <ul className={css.lines}>
        {actions.map(({ type, action, result, reason, atMs }, i) => (
          <li key={`${atMs} ${i}`} data-result={result}>
            {t([`actions:action.${type}.${action}`, 'actions:action.other'])}
            <small>
              {formatDateTimeShort(atMs)} · {t(`actions:result.${result}`)}
              {reason === null ? null : ` · ${reason}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where the person is signed in now, and ending a session where the reader may. */
export function Sessions({ account, onEnd }: { account: Account; onEnd: (session: string) => void }) {
  const { t } = useTranslation('console-accounts');
  return (
    <section className={css.part} aria-labelledby="sessions-of-account">
      <h2 id="sessions-of-account">{t('sessions.title', { count: account.sessions.length })}</h2>
      {account.sessions.length === 0 ? <p className={layout.muted}>{t('sessions.none')}</p> : null}
      <ul className={css.lines}>
        {account.sessions.map(({ id, browser, system, address, startedAtMs, seenAtMs }) => (
          <li key={`${startedAtMs} ${seenAtMs} ${address}`}>
            {[browser, system].filter(Boolean).join(', ') || t('sessions.unknown')}
            <small>
              {t('sessions.times', {
                from: formatDateTimeShort(startedAtMs),
                seen: formatDateTimeShort(seenAtMs),
              })}
              {address === null ? null : ` · ${address}`}
            </small>
            {id === null ? null : (
              <Button size="xs" variant="default" onClick={() => onEnd(id)}>
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The last sign-ins and sign-outs, refused ones too. */
export function SignIns({ account }: { account: Account }) {
  const { t } = useTranslation(['console-accounts', 'actions']);
  return (
    <section className={css.part} aria-labelledby="sign-ins-of-account">
      <h2 id="sign-ins-of-account">{t('signIns.title')}</h2>
      {account.signIns.length === 0 ? <p className={layout.muted}>{t('signIns.none')}</p> : null}
      <ul className={css.lines}>
        {account.signIns.map(({ action, result, atMs }) => (
          <li key={`${atMs} ${action}`} data-result={result}>
            {t(`actions:action.sign-in.${action}`, { defaultValue: action })}
            <small>
              {formatDateTimeShort(atMs)} · {t(`actions:result.${result}`)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
