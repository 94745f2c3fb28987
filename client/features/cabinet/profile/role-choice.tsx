import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { chooseRoles } from '#shared/api/site/auth.ts';
import type { Profile } from '#shared/api/cabinet/profile.ts';
import { call } from '#client/lib/api-client.ts';
import { refreshSession } from '#client/lib/session.ts';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Card } from './card.tsx';
import { profileQuery } from '#client/entities/profile/my-profile.ts';
import layout from '#client/ui/layout.module.css';
import css from './profile.module.css';

const CHOICES = {
  buyer: ['buyer'],
  customer: ['customer'],
  both: ['buyer', 'customer'],
} as const;
type Choice = keyof typeof CHOICES;

/** Buyer, customer or both; the menus follow. Roles that staff gave are not touched. */
export function RoleChoice({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const queries = useQueryClient();
  const has = (role: 'buyer' | 'customer') => profile.roles.includes(role);
  const chosen: Choice | null =
    has('buyer') && has('customer') ? 'both' : has('customer') ? 'customer' : has('buyer') ? 'buyer' : null;
  const choose = useMutation({
    mutationFn: (choice: Choice) => call(chooseRoles, { body: { roles: [...CHOICES[choice]] } }),
    onSuccess: async () => {
      await Promise.all([queries.invalidateQueries(profileQuery), refreshSession()]);
      notify('success', t('saved'));
    },
    onError: (error) => notify('error', errorText(error)),
  });
  const shown = choose.isPending ? choose.variables : chosen;
  return (
    <Card id="role" title={t('role.title')} lead={t('role.lead')}>
      <fieldset className={css.roles} disabled={choose.isPending} aria-label={t('role.title')}>
        {(Object.keys(CHOICES) as Choice[]).map((choice) => (
          <div key={choice} data-chosen={shown === choice}>
            <input
              id={`role-${choice}`}
              type="radio"
              name="role"
              value={choice}
              checked={shown === choice}
              aria-describedby={`role-${choice}-text`}
              onChange={() => choose.mutate(choice)}
            />
            <div>
              <label htmlFor={`role-${choice}`}>{t(`role.${choice}`)}</label>
              <p id={`role-${choice}-text`} className={layout.mutedMedium}>
                {t(`role.text.${choice}`)}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
    </Card>
  );
}
