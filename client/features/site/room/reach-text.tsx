import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { limitThatApplies } from './offer-bounds.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';

/** How far the balance carries, where `hasReach`. */
export function ReachText({ room }: { room: RoomState }) {
  const { t } = useTranslation('room');
  const limitTiyin = limitThatApplies(room);
  return room.practice || limitTiyin === null
    ? t('reach.practice')
    : t('reach.limit', { price: formatMoney(limitTiyin) });
}
