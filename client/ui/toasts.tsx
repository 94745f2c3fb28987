import { AlertTriangle, CheckCircle2, Info, X, XCircle } from 'lucide-react';
import { useEffect } from 'react';
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

const timers = new Map<number, ReturnType<typeof setTimeout>>();
/** While they are pointed at or hold the keyboard: a message being read does not go away. */
let held = false;

function goLater(id: number): void {
  clearTimeout(timers.get(id));
  if (!held)
    timers.set(
      id,
      setTimeout(() => dismiss(id), SHOWN_MS),
    );
}

function hold(on: boolean): void {
  if (held === on) return;
  held = on;
  for (const { id } of useToasts.getState().toasts) goLater(id);
}

function dismiss(id: number): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
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
  goLater(id);
}

/** Where the messages appear; a polite live region. */
export function Toasts() {
  const { t } = useTranslation('ui');
  const toasts = useToasts((state) => state.toasts);
  // The one that was closed under the pointer says no more that the pointer has left.
  const none = toasts.length === 0;
  useEffect(() => {
    if (none) hold(false);
  }, [none]);
  return (
    <div
      className={css.toasts}
      role="status"
      aria-live="polite"
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
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
