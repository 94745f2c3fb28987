import { Link2, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '#client/lib/format/money.ts';
import { formatTime } from '#client/lib/format/date.ts';
import { Button } from '#client/ui/button.tsx';
import { notify } from '#client/ui/toasts.tsx';
import layout from '#client/ui/layout.module.css';
import { instantInAddress, stepFrom, type Frame, type Timeline } from './timeline.ts';
import { SPEEDS, type usePlayer } from './use-player.ts';
import css from './replay.module.css';

interface ControlsProps {
  timeline: Timeline;
  player: ReturnType<typeof usePlayer>;
  /** What the slider shows. */
  shownUs: number;
  frame: Frame;
}

const SECOND_US = 1_000_000;
const BY_ARROW = 5 * SECOND_US;
const BY_PAGE = 60 * SECOND_US;

export function Controls(props: ControlsProps) {
  const { t } = useTranslation('checks');
  const { timeline, player } = props;
  const { atUs, playing, speed } = player;
  const step = (to: 'next' | 'previous') => player.seek(stepFrom(timeline, atUs, to));
  const copy = async () => {
    const address = new URL(window.location.href);
    address.searchParams.set('t', instantInAddress(timeline, atUs));
    try {
      await navigator.clipboard.writeText(address.href);
      notify('success', t('replay.copied'));
    } catch {
      // Not retried: the browser denies the clipboard, and the page says so.
      notify('warning', t('replay.copyFailed'));
    }
  };
  return (
    <div className={layout.stack3}>
      <Slider {...props} />
      <div className={layout.centredRow2}>
        <Button
          variant="default"
          size="md"
          aria-label={t('replay.previous')}
          onClick={() => step('previous')}
        >
          <SkipBack size={18} aria-hidden />
        </Button>
        <Button
          size="md"
          leftSection={playing ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
          onClick={player.toggle}
          data-testid="replay-play"
        >
          {t(playing ? 'replay.pause' : 'replay.play')}
        </Button>
        <Button variant="default" size="md" aria-label={t('replay.next')} onClick={() => step('next')}>
          <SkipForward size={18} aria-hidden />
        </Button>
        <div className={css.speeds} role="group" aria-label={t('replay.speed')}>
          {SPEEDS.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === speed}
              onClick={() => player.setSpeed(each)}
            >
              {each}×
            </button>
          ))}
        </div>
        <Button
          variant="subtle"
          size="md"
          leftSection={<Link2 size={18} aria-hidden />}
          onClick={() => void copy()}
        >
          {t('replay.copy')}
        </Button>
      </div>
    </div>
  );
}

function Slider({ timeline: { fromUs, toUs }, player, shownUs, frame }: ControlsProps) {
  const { t } = useTranslation('checks');
  const moves: Record<string, () => void> = {
    ArrowLeft: () => player.seek(player.atUs - BY_ARROW),
    ArrowDown: () => player.seek(player.atUs - BY_ARROW),
    ArrowRight: () => player.seek(player.atUs + BY_ARROW),
    ArrowUp: () => player.seek(player.atUs + BY_ARROW),
    PageDown: () => player.seek(player.atUs - BY_PAGE),
    PageUp: () => player.seek(player.atUs + BY_PAGE),
    Home: () => player.seek(fromUs),
    End: () => player.seek(toUs),
    ' ': player.toggle,
  };
  const press = (event: KeyboardEvent) => {
    const move = event.ctrlKey || event.altKey || event.metaKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  const time = formatTime(shownUs / 1_000, { seconds: true });
  return (
    <input
      className={css.slider}
      type="range"
      min={0}
      max={Math.max(1, toUs - fromUs)}
      // Every instant can be reached, the end too.
      step="any"
      value={shownUs - fromUs}
      aria-label={t('replay.slider')}
      aria-valuetext={
        frame.priceTiyin === null
          ? time
          : t('replay.sliderValue', { time, price: formatMoney(frame.priceTiyin), number: frame.leader })
      }
      onChange={({ target }) => player.seek(fromUs + Number(target.value))}
      onKeyDown={press}
    />
  );
}
