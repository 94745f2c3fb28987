import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '#client/ui/lazy-dialog.tsx';
import { Button } from '#client/ui/button.tsx';

const StatesDialog = lazyDialog(() => import('./states-dialog.tsx'), ['info']);

/** Opens what the states of lots mean. */
export function StatesButton() {
  const { t } = useTranslation('lots');
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<CircleHelp size={18} aria-hidden />}
        onPointerEnter={() => void StatesDialog.preload()}
        onClick={() => setOpened(true)}
      >
        {t('list.states')}
      </Button>
      {opened ? <StatesDialog onClose={() => setOpened(false)} /> : null}
    </>
  );
}
