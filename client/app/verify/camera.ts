import { isProtocolCode } from '#shared/trust/protocol-code.ts';
import { codesIn } from './read-given.ts';

export const hasCamera = (): boolean => 'mediaDevices' in navigator;

export interface Camera {
  video: HTMLVideoElement;
  stop(): void;
}

/** Looks through the camera until it shows a signed code. Rejects where there is no camera, or the person denies it. */
export async function openCamera(onCode: (text: string) => void): Promise<Camera> {
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  const video = document.createElement('video');
  Object.assign(video, { srcObject: stream, muted: true, playsInline: true });
  let stopped = false;
  const stop = () => {
    stopped = true;
    for (const track of stream.getTracks()) track.stop();
  };
  const look = async () => {
    if (stopped) return;
    const codes = video.videoWidth > 0 ? await codesIn(video, video.videoWidth, video.videoHeight) : [];
    const code = codes.find(isProtocolCode);
    if (code === undefined) requestAnimationFrame(() => void look());
    else if (!stopped) {
      stop();
      onCode(code);
    }
  };
  await video.play();
  void look();
  return { video, stop };
}
