import { FileText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { protocolCode, protocolQr, type OwnProtocol } from '#shared/api/cabinet/protocols.ts';
import { PROTOCOL_COLOURS } from '#shared/lifecycles/protocol.ts';
import { CancelledText } from '#client/entities/protocol/cancelled-text.tsx';
import { paths } from '#client/lib/paths.ts';
import { Badge } from '#client/ui/badge.tsx';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import css from './protocols.module.css';

const pictureOf = ({ path }: { path: string }, number: string): string =>
  path.replace(':number', encodeURIComponent(number));

/** The code that others scan, the word beside it, the way to what they will see, and the signed code that needs no site. */
export function QrDialog({ protocol, onClose }: { protocol: OwnProtocol; onClose: () => void }) {
  const { t } = useTranslation('protocols');
  const { number, word, status, cancelled, fileUrl } = protocol;
  return (
    <Dialog title={t('title', { number })} onClose={onClose}>
      <div className={css.code}>
        <Badge colour={PROTOCOL_COLOURS[status]}>{t(`status.${status}`)}</Badge>
        {cancelled ? (
          <p>
            <CancelledText cancelled={cancelled} />
          </p>
        ) : null}
        <img src={pictureOf(protocolQr, number)} alt={t('qr', { number })} width={240} height={240} />
        <p className={css.word}>
          <small>{t('word')}</small>
          <b>{word}</b>
        </p>
        <p>{t('qrText')}</p>
        <ButtonLink to={paths.checkProtocol(number, word)} variant="default" fullWidth>
          {t('check')}
        </ButtonLink>
        <a className={css.link} href={fileUrl} target="_blank" rel="noreferrer noopener">
          <FileText size={18} aria-hidden />
          {t('download')}
        </a>
        <small>{t('private')}</small>
        <img
          src={pictureOf(protocolCode, number)}
          alt={t('code', { number })}
          width={320}
          height={320}
          loading="lazy"
        />
        <p>
          {t('codeText')} <a href="/verify">{t('verify')}</a>
        </p>
      </div>
    </Dialog>
  );
}
