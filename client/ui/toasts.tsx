import { AlertTriangle, CheckCircle2, Info, X, XCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { create } from 'zustand';
import css from './ui.module.css';

type ToastKind = 'success' | 'error' | 'warning' | 'info';

interface Toast {
  id: number;
  kind: ToastKind;
  message: string;
  /** How often the same message came: repeats are one toast. */
  count: number;
}

const SHOWN_MS = 8_000;
const MAX_SHOWN = 4;
const ICONS = { success: CheckCircle2, error: XCircle, warning: AlertTriangle, info: Info };

const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));
let nextId = 1;

function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/** Shows a message at the edge of the page; the same message again only raises its count. */
export function notify(kind: ToastKind, message: string): void {
  const id = nextId++;
  useToasts.setState(({ toasts }) => {
    const same = toasts.find((toast) => toast.kind === kind && toast.message === message);
    const others = toasts.filter((toast) => toast !== same);
    return { toasts: [...others, { id, kind, message, count: (same?.count ?? 0) + 1 }].slice(-MAX_SHOWN) };
  });
  setTimeout(() => dismiss(id), SHOWN_MS);
}

/** Where the messages appear; a polite live region. */
export function Toasts() {
  const { t } = useTranslation('ui');
  const toasts = useToasts((state) => state.toasts);
  return (
    <div className={css.toasts} role="status" aria-live="polite">
      {toasts.map((toast) => {
        const Icon = ICONS[toast.kind];
        return (
          <div key={toast.id} className={css.toast} data-kind={toast.kind}>
            <Icon size={20} aria-hidden />
            <p>
              {toast.message}
              {toast.count > 1 ? <span className={css.toastCount}> ×{toast.count}</span> : null}
            </p>
            <button
              type="button"
              className={css.iconButton}
              aria-label={t('action.close')}
              onClick={() => dismiss(toast.id)}
            >
              <X size={18} aria-hidden />
            </button>
          </div>
        );
      })}
    </div>
  );
}
