import { create } from 'zustand';

/** Sounds are off until the person turns them on; the choice lives as long as the page. */
export const useSound = create<{ on: boolean }>(() => ({ on: false }));

let context: AudioContext | null = null;

export function toggleSound(): void {
  const on = !useSound.getState().on;
  useSound.setState({ on });
  if (on) {
    context ??= new AudioContext();
    void context.resume();
    play('price');
  }
}

const TONES = { price: [660], outbid: [520, 390], lead: [520, 780] } as const;

export function play(kind: keyof typeof TONES): void {
  if (!useSound.getState().on || !context) return;
  TONES[kind].forEach((frequency, i) => {
    if (!context) return;
    const at = context.currentTime + i * 0.12;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.08, at);
    volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.11);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.12);
  });
}
