import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { numberClaim, type ClaimMove, type NumberClaim } from '#shared/api/cabinet/number-claims.ts';
import { NUMBER_CLAIM_COLOURS } from '#shared/lifecycles/number-claim.ts';
import { dayText } from '#shared/time/tashkent.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { paths } from '#client/lib/paths.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { NotRead } from '#client/ui/not-read.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { StepList } from '#client/ui/data-table/step-list.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import casePage from '#client/ui/case-page.module.css';
import layout from '#client/ui/layout.module.css';
import { AccountCard } from './account-card.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import css from './console-number-claims.module.css';

const MISSING = new Set([400, 404]);

/** /console/number-claims/{id}: a claim, its evidence, both accounts next to each other, and what staff decide. */
export function ClaimPage() {
  const { t } = useTranslation('console-number-claims');
  const { id = '' } = useParams();
  const claimId = Number(id);
  const queries = useQueryClient();
  const queryKey = ['console-number-claim', id];
  // Looking is recorded, so that it is not repeated by itself.
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(numberClaim, { params: { claimId }, signal }),
    refetchOnWindowFocus: false,
  });
  const [move, setMove] = useState<ClaimMove | null>(null);
  if (!data)
    return error instanceof ApiError && MISSING.has(error.status) ? (
      <EmptyState page icon={Fingerprint} title={t('gone')} text={t('goneText')}>
        <ButtonLink to={paths.console('number-claims')}>{t('back')}</ButtonLink>
      </EmptyState>
    ) : (
      <NotRead page error={error} onRetry={() => void refetch()} height={420} />
    );
  return (
    <div className={layout.fluidStack4}>
      <BackLink to={paths.console('number-claims')}>{t('back')}</BackLink>
      <header className={casePage.head}>
        <PageTitle>{t('number', { id: data.id })}</PageTitle>
        <Badge colour={NUMBER_CLAIM_COLOURS[data.state]}>{t(`state.${data.state}`)}</Badge>
      </header>
      {data.may.length > 0 ? (
        <p className={casePage.verbs}>
          {data.may.map((each) => (
            <Button
              key={each}
              variant={each === 'propose' || each === 'approve' ? 'filled' : 'default'}
              onClick={() => setMove(each)}
            >
              {t(`move.${each}`)}
            </Button>
          ))}
        </p>
      ) : null}
      <Matter claim={data} />
      <div className={css.columns}>
        <AccountCard title={t('claimant')} account={data.claimantAccount} />
        {data.holders.map((holder) => (
          <AccountCard
            key={holder.id}
            title={t(data.state === 'granted' ? 'formerHolder' : 'holder')}
            account={holder}
            isHolder
          />
        ))}
        {data.holders.length === 0 ? <p className={layout.muted}>{t('noHolder')}</p> : null}
      </div>
      <section className={casePage.part} aria-labelledby="history-of-claim">
        <h2 id="history-of-claim">{t('history')}</h2>
        <StepList steps={data.history} name={(action) => t(`step.${action}`)} />
      </section>
      {move ? (
        <DecideDialog
          claim={data}
          move={move}
          onClose={() => setMove(null)}
          onDone={(claim) => queries.setQueryData(queryKey, claim)}
          onSettled={refetch}
        />
      ) : null}
    </div>
  );
}

/** What is claimed, why, and the documents. */
function Matter({ claim }: { claim: NumberClaim }) {
  const { t } = useTranslation('console-number-claims');
  return (
    <section className={casePage.part} aria-labelledby="matter-of-claim">
      <h2 id="matter-of-claim">
        {t(`field.${claim.field}`)} {claim.number}
      </h2>
      {claim.barredUntil === null ? null : (
        <p className={layout.muted}>{t('barred', { day: dayText(claim.barredUntil) })}</p>
      )}
      <p className={casePage.words}>{claim.statement}</p>
      <ul className={css.evidence}>
        {claim.evidence.map(({ id, name, url }) => (
          <li key={id}>
            <a href={url} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {claim.reason === null ? null : (
        <p className={casePage.words}>
          {t('answered')} {claim.reason}
        </p>
      )}
    </section>
  );
}
