import { useQuery } from '@tanstack/react-query';
import { erasureQuery } from './erasure-query.ts';
import { ErasureWaiting } from './erasure-waiting.tsx';

/** At the top of the page while the account waits to be deleted; nothing otherwise. */
export default function ErasureBanner() {
  const { data } = useQuery(erasureQuery);
  return data?.request?.state === 'requested' ? <ErasureWaiting dueAtMs={data.request.dueAtMs} /> : null;
}
