import { useTranslation } from 'react-i18next';
import { currentPath, paths } from '#client/lib/paths.ts';
import { useRoom } from './room-store.ts';

/** What tells this room from the others of its page; null where it is the only one. */
export function useRoomName(): string | null {
  const { t } = useTranslation('room');
  const number = useRoom((state) => (state.amongOthers ? state.lotId : null));
  return number === null ? null : t('lot.number', { number });
}

/** Where a person comes back to from a way that begins in this room. */
export function useRoomAddress(): string {
  const only = useRoom((state) => (state.amongOthers ? null : state.lotId));
  return only === null ? currentPath() : paths.gameView(only);
}
