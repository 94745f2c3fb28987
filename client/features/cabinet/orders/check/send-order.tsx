import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { doAct, doActRes, type DoActAnswer, type DoActResAnswer } from '#shared/api/cabinet/order-actions.ts';
import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import { factPath } from '#client/entities/profile/my-profile.ts';
import { call } from '#client/lib/api-client.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { paths } from '#client/lib/paths.ts';
import { Button } from '#client/ui/button.tsx';
import { FormError } from '#client/ui/form-error.tsx';
import { useOrderForm } from '../order-form.tsx';
import { useActRefusal } from './act-refusal.ts';
import css from './check.module.css';

type Ready = Extract<DoActAnswer, { verdict: 'ready' }>;
type Refused = Extract<DoActAnswer, { verdict: 'refused' }>;

/** What is signed, and where the signature goes. */
interface Signable {
  base64: string;
  finish: (pkcs7: string) => Promise<{ outcome: 'done' } | { outcome: 'refused'; reason: SignatureRefusal }>;
}

/** The dialog that signs a document, of the feature of e-signatures. */
export type SignPart = ComponentType<{
  opened: boolean;
  title: string;
  done: { title: string; text: string };
  make: () => Promise<Signable>;
  onSigned: () => void;
  onClose: () => void;
}>;

/** Asks what sending does, shows it, and sends with an e-signature over the order. */
export function SendOrder({ Sign, ready, onSent }: { Sign: SignPart; ready: boolean; onSent: () => void }) {
  const { t } = useTranslation('orders');
  const { details } = useOrderForm();
  const { id, version } = details.order;
  const refusalText = useActRefusal();
  const [answer, setAnswer] = useState<Ready | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [signing, setSigning] = useState(false);
  const signed = useRef(false);

  async function prepare(): Promise<Ready> {
    const found = await call(doAct, { body: { orderId: id, version, action: 'send' } });
    if (found.verdict === 'ready') return found;
    if (found.verdict === 'refused') setRefused(found);
    throw new ApiError(409, found.verdict, refusalText(found));
  }
  const ask = useMutation({
    mutationFn: prepare,
    onMutate: () => setRefused(null),
    onSuccess: setAnswer,
    onError: () => setAnswer(null),
  });
  const sendUnsigned = useMutation({
    mutationFn: async ({ token }: Ready) => judge(await call(doActRes, { body: { token } })),
    onSuccess: onSent,
  });

  function judge(
    done: DoActResAnswer,
  ): { outcome: 'done' } | { outcome: 'refused'; reason: SignatureRefusal } {
    if (done.verdict === 'done') return { outcome: 'done' };
    if (done.verdict === 'signature' && done.reason !== 'missing')
      return { outcome: 'refused', reason: done.reason };
    throw new ApiError(409, done.verdict, refusalText(done));
  }

  /** Each try signs a document of its own: the first the one that was announced. */
  async function make(): Promise<Signable> {
    const { token, consequence } = answer ?? (await prepare());
    setAnswer(null);
    const { toSign } = consequence;
    if (!toSign) throw new ApiError(409, 'nothing-to-sign', t('send.nothingToSign'));
    return {
      base64: toSign.documentBase64,
      finish: async (pkcs7) =>
        judge(await call(doActRes, { body: { token, signature: { requestId: toSign.requestId, pkcs7 } } })),
    };
  }

  return (
    <section className={css.send} aria-labelledby="send-title">
      <h3 id="send-title">{t('send.title')}</h3>
      <p>{t('send.text')}</p>
      {answer ? (
        <div className={css.consequence} role="status">
          <p>{t('send.consequence')}</p>
          <p>{t(answer.consequence.toSign ? 'send.toSign' : 'send.noSignature')}</p>
          <Button
            size="lg"
            loading={sendUnsigned.isPending}
            onClick={() => (answer.consequence.toSign ? setSigning(true) : sendUnsigned.mutate(answer))}
          >
            {t(answer.consequence.toSign ? 'send.sign' : 'send.confirm')}
          </Button>
        </div>
      ) : (
        <Button
          size="lg"
          leftSection={<Send size={20} aria-hidden />}
          disabled={!ready}
          loading={ask.isPending}
          onClick={() => ask.mutate()}
        >
          {t('send.send')}
        </Button>
      )}
      {ready ? null : <p className={css.note}>{t('send.notReady')}</p>}
      <FormError error={ask.error ?? sendUnsigned.error} />
      {refused ? <Remedy refused={refused} /> : null}
      {signing ? (
        <Sign
          opened
          title={t('send.signTitle', { number: id })}
          done={{ title: t('send.doneTitle'), text: t('send.doneText') }}
          make={make}
          onSigned={() => (signed.current = true)}
          onClose={() => {
            setSigning(false);
            if (signed.current) onSent();
          }}
        />
      ) : null}
    </section>
  );
}

/** The way to put right what prevents sending. */
function Remedy({ refused: { reason, missingFacts } }: { refused: Refused }) {
  const { t } = useTranslation('orders');
  const [fact] = missingFacts;
  switch (reason) {
    case 'role':
      return <Link to={paths.profile('my-data')}>{t('remedy.role')}</Link>;
    case 'profile':
      return <Link to={fact ? factPath(fact) : paths.profile('my-data')}>{t('remedy.profile')}</Link>;
    case 'offer':
      return <Link to={factPath('offerSigned')}>{t('remedy.offer')}</Link>;
    case 'owes':
      return <Link to={paths.profile('debts')}>{t('remedy.owes')}</Link>;
    case 'under-age':
    case 'rejected-before':
    case 'barred':
      return <Link to={paths.contact()}>{t('remedy.barred')}</Link>;
    case 'too-many-open':
      return <Link to={paths.profile('orders')}>{t('remedy.orders')}</Link>;
    case 'claimed':
    case 'busy':
    case 'has-price':
    case 'protest-over':
    case 'lot-not-over':
    case 'open-offer':
    case 'open-protest':
    case 'protest-window':
    case 'repeat-impossible':
    case 'repeat-planned':
    case 'repeat-too-late':
    case 'repeat-by-staff':
    case 'repeat-cut':
    case 'repeat-none':
    case 'repeat-by-rules':
      return null;
  }
}
