import { ChevronRight, ClipboardList, Gavel, ShieldCheck, Tag, Wallet, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MessageView } from '#shared/api/cabinet/notifications.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import css from './messages.module.css';

const ICONS: Record<MessageView['topic'], LucideIcon> = {
  auctions: Gavel,
  applications: ClipboardList,
  orders: Tag,
  money: Wallet,
  account: ShieldCheck,
};

interface MessageItemProps {
  message: MessageView;
  onRead: (message: MessageView) => void;
}

/** One message. Pressing it reads it, and opens what it is about where there is something to open. */
export function MessageItem({ message, onRead }: MessageItemProps) {
  const { t } = useTranslation('messages');
  const { topic, title, text, path, writtenAtMs, readAtMs } = message;
  const unread = readAtMs === null;
  const Icon = ICONS[topic];
  const read = () => onRead(message);
  return (
    <li className={css.message} data-unread={unread} data-topic={topic}>
      <span className={css.icon} title={t(`topic.${topic}`)}>
        <Icon size={20} aria-hidden />
      </span>
      <div className={css.words}>
        <h2>
          {path ? (
            <Link to={path} onClick={read}>
              {title}
            </Link>
          ) : unread ? (
            <button type="button" onClick={read}>
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        <p>{text}</p>
      </div>
      <div className={css.beside}>
        <time dateTime={new Date(writtenAtMs).toISOString()}>{formatDateTime(writtenAtMs)}</time>
        {unread ? (
          <span className={css.mark}>
            <span className="sr-only">{t('unread')}</span>
          </span>
        ) : null}
      </div>
      {path ? <ChevronRight className={css.chevron} size={18} aria-hidden /> : null}
    </li>
  );
}
