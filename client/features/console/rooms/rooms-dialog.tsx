import { useTranslation } from 'react-i18next';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { BulkDialog } from '#client/ui/staff-list/bulk-dialog.tsx';
import { useRoomMove, type RoomVerb } from './use-room-move.tsx';
import { useRoomReason } from './use-room-reason.ts';

/** What may be done to several rooms with one reason. After a loss a room continues by itself alone: its lost prices are read first. */
export type BulkRoomVerb = Extract<RoomVerb, 'suspend' | 'resume' | 'extend' | 'withdraw'>;
export const BULK_ROOM_VERBS: readonly BulkRoomVerb[] = ['suspend', 'resume', 'extend', 'withdraw'];

interface RoomsDialogProps {
  rooms: readonly BoardRoom[];
  verb: BulkRoomVerb;
  onClose: (sent: boolean) => void;
}

/** One action on each of several rooms, with one reason, which participants see. */
export function RoomsDialog({ rooms, verb, onClose }: RoomsDialogProps) {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const move = useRoomMove(verb, rooms);
  return (
    <BulkDialog
      title={t(`dialog.${verb}`)}
      confirm={t(move.byTwo ? 'dialog.ask' : `verb.${verb}`)}
      danger={verb === 'withdraw'}
      text={useRoomReason()}
      rows={rooms}
      rowKey={({ lotId }) => lotId}
      nameOf={({ number, title }) => `№ ${number} · ${localized(title)}`}
      send={async (room, reason) => {
        const answer = await move.send(room, reason);
        if (answer === 'asked') return { done: true, text: t('dialog.asked') };
        if (answer === 'done')
          return { done: true, text: t(verb === 'resume' ? 'done.resume' : 'done.suspend') };
        return { done: false, text: t('dialog.refused', { reason: t(`refusal.${answer}`) }) };
      }}
      onSettled={move.again}
      onClose={onClose}
    >
      {move.fields}
    </BulkDialog>
  );
}
