import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { CABINET_TARGETS, type CabinetTarget } from '#shared/api/site/auth.ts';
import { currentLanguage } from '#client/i18n/i18n.ts';
import { externalCabinetAddress } from '#client/lib/external-cabinet.ts';
import { Button } from '#client/ui/button.tsx';
import { useErrorText } from '#client/ui/error-state.tsx';
import { notify } from '#client/ui/toasts.tsx';
import { Card } from './card.tsx';
import css from './profile.module.css';

/** Ways into the operator's cabinet outside the product, without signing in there again. */
export function ExternalCabinet({ leave = goTo }: { leave?: (address: string) => void }) {
  const { t } = useTranslation('profile');
  const errorText = useErrorText();
  const open = useMutation({
    mutationFn: (target: CabinetTarget) => externalCabinetAddress(target, currentLanguage()),
    onSuccess: (address) => leave(address),
    onError: (error) => notify('error', errorText(error)),
  });
  return (
    <Card id="external-cabinet" title={t('outside.title')} lead={t('outside.lead')}>
      <div className={css.buttons}>
        {CABINET_TARGETS.map((target) => (
          <Button
            key={target}
            variant="default"
            leftSection={<ExternalLink size={16} aria-hidden />}
            loading={open.isPending && open.variables === target}
            onClick={() => open.mutate(target)}
          >
            {t(`outside.${target}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}

function goTo(address: string): void {
  window.location.assign(address);
}
