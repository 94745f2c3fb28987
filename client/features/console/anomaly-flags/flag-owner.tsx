import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ownAnomalyFlag, type AnomalyFlag } from '#shared/api/console/anomaly-flags.ts';
import { taskColleagues } from '#shared/api/console/staff-tasks.ts';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { call } from '#client/lib/api-client.ts';
import { useSession } from '#client/lib/session.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { OptionsField } from '#client/ui/input-field.tsx';
import casePage from '#client/ui/case-page.module.css';
import css from './anomaly-flags.module.css';

interface FlagOwnerProps {
  flag: AnomalyFlag;
  mayAct: boolean;
  onDone: (flag: AnomalyFlag) => void;
  onSettled: () => unknown;
}

/** Choice of the field that leaves a flag without an owner. */
const UNOWNED = '';

/** Who works on a flag, and how it is taken or handed over. */
export function FlagOwner({ flag: { id, owner }, mayAct, onDone, onSettled }: FlagOwnerProps) {
  const { t } = useTranslation('console-flags');
  const me = useSession((state) => state.me);
  const [to, setTo] = useState(UNOWNED);
  const { data: colleagues = [] } = useQuery({
    queryKey: ['console-task-colleagues'],
    queryFn: ({ signal }) => call(taskColleagues, { signal }),
    enabled: mayAct,
  });
  const owning = useMutation({
    mutationFn: (ownerId: string | null) => call(ownAnomalyFlag, { params: { id }, body: { ownerId } }),
    onSuccess: onDone,
    onSettled: () => void onSettled(),
  });
  return (
    <div className={casePage.part}>
      <p>
        {t('column.owner')}: <strong>{owner === null ? t('noOwner') : <PersonLink person={owner} />}</strong>
      </p>
      {mayAct && me ? (
        <>
          <div className={css.owner}>
            {owner?.id === me.id ? null : (
              <Button variant="default" loading={owning.isPending} onClick={() => owning.mutate(me.id)}>
                {t('verb.take')}
              </Button>
            )}
            <OptionsField label={t('colleague')} value={to} onChange={({ target }) => setTo(target.value)}>
              <option value={UNOWNED}>{t('noOwner')}</option>
              {colleagues
                .filter((each) => each.id !== me.id && each.id !== owner?.id)
                .map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
            </OptionsField>
            <Button
              variant="default"
              loading={owning.isPending}
              onClick={() => owning.mutate(to === UNOWNED ? null : to)}
            >
              {t('verb.hand-over')}
            </Button>
          </div>
          <FormError error={owning.error} />
        </>
      ) : null}
    </div>
  );
}
