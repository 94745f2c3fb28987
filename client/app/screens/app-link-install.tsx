import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';

/** The browser's own offer to install (Chromium only): stored, so that our button can open it. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

/** Installs in one press where the browser offers it; elsewhere nothing, and the steps below say how. */
export function InstallButton() {
  const { t } = useTranslation('app-link');
  const [offer, setOffer] = useState<InstallOffer | null>(null);
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallOffer);
    };
    const forget = () => setOffer(null);
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', forget);
    return () => {
      window.removeEventListener('beforeinstallprompt', keep);
      window.removeEventListener('appinstalled', forget);
    };
  }, []);
  if (!offer) return null;
  return (
    <Button
      size="md"
      leftSection={<Download size={18} aria-hidden />}
      // An offer opens once; closed by the person it is gone, and the steps below remain.
      onClick={() => void offer.prompt().finally(() => setOffer(null))}
    >
      {t('install')}
    </Button>
  );
}
