import { queryOptions, useQuery } from '@tanstack/react-query';
import { signer } from '#shared/api/cabinet/signatures.ts';
import { call } from '#client/lib/api-client.ts';
import type { BrowserSigner } from '#client/lib/e-imzo/browser-signer.ts';
import { developmentSigner } from '#client/lib/e-imzo/development-signer.ts';
import { createEImzoSigner } from '#client/lib/e-imzo/e-imzo-signer.ts';

/** How this installation signs; null: not at all. Asked once per page. */
const signerQuery = queryOptions({
  queryKey: ['signer'],
  queryFn: async (): Promise<BrowserSigner | null> => {
    const { kind, apiKeys } = await call(signer);
    if (kind === 'none') return null;
    return kind === 'e-imzo' ? createEImzoSigner(apiKeys) : developmentSigner;
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The signer and the keys it sees. Keys are listed again each time: tokens come and go. */
export function useSigner(wanted: boolean) {
  const found = useQuery({ ...signerQuery, enabled: wanted });
  const keys = useQuery({
    queryKey: ['signer', 'keys'],
    queryFn: () => found.data?.keys() ?? [],
    enabled: wanted && Boolean(found.data),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    // An application on this machine needs no network.
    networkMode: 'always',
  });
  return { signer: found, keys };
}
