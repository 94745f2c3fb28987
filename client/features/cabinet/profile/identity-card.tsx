import { FilePenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setNationalId, type Profile } from '#shared/api/cabinet/profile.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import { paths } from '#client/lib/paths.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { Form } from '#client/ui/form.tsx';
import { DigitsField } from '#client/ui/input-filters/numbers.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { Card } from './card.tsx';
import { MyClaims, TakenNumber } from './my-claims.tsx';
import { useProfileChange } from './profile-query.ts';
import { judgedNumber } from './judged-number.ts';
import css from './profile.module.css';

/** Who the person is. What is set changes by a request to staff only. */
export function IdentityCard({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const number = profile.kind === 'legal' ? profile.stir : profile.pinfl;
  const numberName = t(`fact.${profile.kind === 'legal' ? 'stir' : 'pinfl'}`);
  return (
    <Card
      id="identity"
      title={t('identity.title')}
      lead={t('identity.lead')}
      aside={
        <ButtonLink
          to={paths.profile('edit-requests')}
          variant="default"
          leftSection={<FilePenLine size={16} aria-hidden />}
        >
          {t(profile.openRequest ? 'identity.open' : 'identity.change')}
        </ButtonLink>
      }
    >
      <dl className={css.rows}>
        <div>
          <dt>{t('identity.kind')}</dt>
          <dd>{t(`kind.${profile.kind}`)}</dd>
        </div>
        <div>
          <dt>{t(`identity.name.${profile.kind}`)}</dt>
          <dd>{profile.name}</dd>
        </div>
        <div>
          <dt>{numberName}</dt>
          <dd className={css.number}>{number ?? t('identity.none')}</dd>
        </div>
        <div>
          <dt>{t('identity.since')}</dt>
          <dd>{formatDateShort(profile.since)}</dd>
        </div>
      </dl>
      {number === null ? (
        <>
          <NumberForm kind={profile.kind} label={numberName} />
          <MyClaims />
        </>
      ) : null}
    </Card>
  );
}

function NumberForm({ kind, label }: { kind: Profile['kind']; label: string }) {
  const { t } = useTranslation('profile');
  const [number, setNumber] = useState('');
  const [left, setLeft] = useState(false);
  const save = useProfileChange((sent: string) => call(setNationalId, { body: { number: sent } }));
  const { wrong, hint } = judgedNumber(kind, number);
  const name = kind === 'legal' ? 'stir' : 'pinfl';
  const wrongText = wrong ? t(`errors.${name}`) : null;
  const submit = () => save.mutate(number, { onSuccess: () => notify('success', t('saved')) });
  const taken =
    save.error instanceof ApiError && save.error.code === 'profile.taken' && save.variables === number;
  return (
    <>
      <Form className={layout.stack4} onSubmit={submit}>
        <div className={css.narrow}>
          <DigitsField
            label={label}
            most={kind === 'legal' ? 9 : 14}
            value={number}
            onChange={setNumber}
            onBlur={() => setLeft(number !== '')}
            problem={wrongText}
            error={left ? wrongText : null}
            hint={t(`identity.hint.${hint}`)}
          />
        </div>
        <FormError error={save.error} />
        <div>
          <Button type="submit" size="md" loading={save.isPending}>
            {t('save')}
          </Button>
        </div>
      </Form>
      {taken ? <TakenNumber number={number} /> : null}
    </>
  );
}
