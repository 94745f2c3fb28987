import { useTranslation } from 'react-i18next';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { TextDialog } from '#client/ui/text-dialog.tsx';
import { LostPrices } from './lost-prices.tsx';
import { useRoomMove, type RoomVerb } from './use-room-move.tsx';
import { useRoomReason } from './use-room-reason.ts';

interface RoomDialogProps {
  room: BoardRoom;
  verb: RoomVerb;
  onClose: () => void;
}

/** One action on a room, always with its reason, which participants see. */
export function RoomDialog({ room, verb, onClose }: RoomDialogProps) {
  const { t } = useTranslation('console');
  const localized = useLocalized();
  const move = useRoomMove(verb, [room]);
  return (
    <TextDialog
      title={t(`dialog.${verb}`)}
      confirm={t(move.byTwo ? 'dialog.ask' : `verb.${verb}`)}
      danger={verb === 'withdraw'}
      text={useRoomReason()}
      send={(reason) => move.send(room, reason)}
      outcome={(answer) => {
        if (answer === 'asked') return { done: t('dialog.asked') };
        if (answer !== 'done') return { refused: t('dialog.refused', { reason: t(`refusal.${answer}`) }) };
        return { done: t(`done.${verb}`) };
      }}
      onSettled={move.again}
      onClose={onClose}
    >
      <p>
        <strong>{localized(room.title)}</strong> · № {room.number}
      </p>
      {room.loss ? <LostPrices loss={room.loss} /> : null}
      {move.fields}
    </TextDialog>
  );
}
