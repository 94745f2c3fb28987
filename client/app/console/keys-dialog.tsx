import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/dialog.tsx';
import css from './keys-dialog.module.css';

const KEYS = [
  ['Ctrl K', 'search'],
  ['?', 'help'],
  ['Esc', 'close'],
  ['Tab', 'next'],
  ['j / k', 'walk'],
  ['Enter', 'open'],
  ['x', 'select'],
] as const;

/** What the keyboard does in the console. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('staff');
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={css.keys}>
        {KEYS.map(([key, name]) => (
          <div key={name}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
