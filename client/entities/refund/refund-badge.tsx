import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  CircleCheck,
  CircleDashed,
  CircleX,
  Landmark,
  Undo2,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { refundStatuses } from '#shared/api/site/reference.ts';
import type { RefundStatus } from '#shared/lifecycles/refund.ts';
import { call } from '#client/lib/api-client.ts';
import { recovering } from '#client/lib/recover.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

/** Names of statuses hardly ever change. */
const HOUR_MS = 3_600_000;

const statusesQuery = queryOptions({
  queryKey: ['refund-statuses'],
  queryFn: () => call(refundStatuses),
  staleTime: HOUR_MS,
  ...recovering(),
});

const ICONS: Record<RefundStatus, LucideIcon> = {
  created: CircleDashed,
  'under-review': UsersRound,
  'sent-to-bank': Landmark,
  paid: CircleCheck,
  rejected: CircleX,
  cancelled: Undo2,
};

/** Statuses to choose from, named as the dictionary names them. */
export function useRefundStatuses(): { value: string; label: string }[] {
  const localized = useLocalized();
  const { data } = useQuery(statusesQuery);
  return (data ?? []).map(({ code, name }) => ({ value: code, label: localized(name) }));
}

/** Status of a refund by colour, icon and words together. */
export function RefundStatusBadge({ status }: { status: RefundStatus }) {
  const localized = useLocalized();
  const { data } = useQuery(statusesQuery);
  const known = data?.find(({ code }) => code === status);
  if (!known) return <Skeleton height={26} width={110} radius={13} />;
  return (
    <Badge colour={known.colour ?? 'info'} icon={ICONS[status]}>
      {localized(known.name)}
    </Badge>
  );
}
