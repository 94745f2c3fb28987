import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ClaimAccount } from '#shared/api/cabinet/number-claims.ts';
import { showPhone } from '#shared/validation/phone.ts';
import { formatDateTimeShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import layout from '#client/ui/layout.module.css';
import css from './console-number-claims.module.css';

interface AccountCardProps {
  title: string;
  account: ClaimAccount;
  /** Of who has the number: what the account still has stops the grant. */
  isHolder?: boolean;
}

/** One of the accounts of a claim; the same facts in the same order, so that they are compared line by line. */
export function AccountCard({ title, account, isHolder = false }: AccountCardProps) {
  const { t } = useTranslation('console-number-claims');
  const confirmed = (value: string | null, so: boolean) =>
    value === null ? t('none') : `${value} · ${t(so ? 'confirmed' : 'unconfirmed')}`;
  const phone = account.phone === null ? null : showPhone(account.phone);
  const rows: [string, ReactNode][] = [
    [
      t('fact.name'),
      <Link key="name" to={paths.consoleAccount(account.id)}>
        {account.name}
      </Link>,
    ],
    [t('fact.kind'), t(`kind.${account.kind}`)],
    [t('fact.phone'), confirmed(phone, account.phoneConfirmed)],
    [t('fact.email'), confirmed(account.email, account.emailConfirmed)],
    [t('fact.certified'), t(account.certified ? 'yes' : 'no')],
    [t('fact.created'), formatDateTimeShort(account.createdAtMs)],
    [
      t('fact.signedIn'),
      account.signedInAtMs === null ? t('never') : formatDateTimeShort(account.signedInAtMs),
    ],
    [
      t('fact.state'),
      <Badge key="state" colour={account.disabled ? 'danger' : 'success'}>
        {t(account.disabled ? 'shut' : 'open')}
      </Badge>,
    ],
    [
      t('fact.ties'),
      account.ties.length === 0 ? t('none') : account.ties.map((tie) => t(`tie.${tie}`)).join(', '),
    ],
  ];
  return (
    <section className={css.card} aria-label={title}>
      <h2>{title}</h2>
      <dl className={css.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isHolder && account.ties.length > 0 ? <p className={layout.danger}>{t('tied')}</p> : null}
    </section>
  );
}
