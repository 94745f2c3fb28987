import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/dialog.tsx';
import { chooseShortcuts, useShortcutChoice } from '#client/ui/use-shortcuts.ts';
import css from './queue.module.css';

/** `select` is the x of a list; that of one order rejects it. */
type Key = 'j' | 'k' | 'Enter' | 'select' | 'c' | 'a' | 'r' | 'x';

interface KeysDialogProps {
  keys: readonly Key[];
  onClose: () => void;
}

/** What the keys of a page do, and the way to turn the letters off. */
export function KeysDialog({ keys, onClose }: KeysDialogProps) {
  const { t } = useTranslation('console-orders');
  const on = useShortcutChoice((state) => state.on);
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={css.keys}>
        {keys.map((key) => (
          <KeyRow key={key} name={key === 'select' ? 'x' : key} does={t(`keys.does.${key}`)} />
        ))}
        <KeyRow name="?" does={t('keys.does.help')} />
      </dl>
      <div className={css.switch}>
        <label>
          <input type="checkbox" checked={on} onChange={({ target }) => chooseShortcuts(target.checked)} />
          {t('keys.use')}
        </label>
        <small>{t('keys.useHint')}</small>
      </div>
    </Dialog>
  );
}

function KeyRow({ name, does }: { name: string; does: string }) {
  return (
    <>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{does}</dd>
    </>
  );
}
