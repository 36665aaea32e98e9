// sound.ts — short sounds, computed when they are played, if the player wants sound.
import type { Sound } from '../games/contract.ts';
import { settings } from './settings.svelte.ts';

/** Pitch in Hz, length in s, and how the tone begins: a click is all noise. */
const tones: Record<Sound, { pitch: number[]; length: number; wave: OscillatorType }> = {
  roll: { pitch: [180, 140, 200, 120], length: 0.04, wave: 'square' },
  place: { pitch: [220], length: 0.08, wave: 'triangle' },
  take: { pitch: [330, 440], length: 0.09, wave: 'triangle' },
  chip: { pitch: [880], length: 0.05, wave: 'triangle' },
  card: { pitch: [260], length: 0.05, wave: 'sine' },
  turn: { pitch: [523, 659], length: 0.1, wave: 'sine' },
  win: { pitch: [523, 659, 784, 1047], length: 0.14, wave: 'sine' },
  error: { pitch: [160], length: 0.15, wave: 'sine' },
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  // Before the first touch or key of a page nothing may sound, and what was missed is not made up for.
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state !== 'running') void context.resume(); // after a telephone call, say
  const { pitch, length, wave } = tones[sound];
  pitch.forEach((hertz, i) => {
    if (!context) return;
    const start = context.currentTime + i * length;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = wave;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  });
}
