// sound.ts — sounds of wood, cards, chips and dice, computed when they are played, if the player wants sound; a light
// vibration goes with them, where the device can.
//
// A thing that is struck rings at a few pitches that fade in a moment (`knock`); what slides is noise in a
// band (`rustle`). Every sound is made of these two.
import type { Sound } from '../games/contract.ts';
import { settings } from './settings.svelte.ts';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

function fading(audio: AudioContext, at: number, length: number, volume: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + length);
  gain.connect(audio.destination);
  return gain;
}

/** Noise around a pitch in Hz. */
function rustle(audio: AudioContext, at: number, pitch: number, length: number, volume: number): void {
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  source.buffer = noiseOf(audio);
  band.type = 'bandpass';
  band.frequency.value = pitch;
  source.connect(band).connect(fading(audio, at, length, volume));
  source.start(at, Math.random() * 0.2, length);
}

/** Something of wood is struck; above its pitch rings what wood has instead of an octave. */
function knock(audio: AudioContext, at: number, pitch: number, length: number, volume: number): void {
  for (const [times, share] of [[1, 1], [2.76, 0.35], [5.4, 0.12]] as const) {
    const tone = audio.createOscillator();
    tone.frequency.value = pitch * times;
    tone.connect(fading(audio, at, length / times ** 0.7, volume * share));
    tone.start(at);
    tone.stop(at + length);
  }
  rustle(audio, at, pitch * 6, 0.015, volume);
}

/** As on a marimba, one after the other. */
const melody = (audio: AudioContext, at: number, pitches: number[]) =>
  pitches.forEach((pitch, i) => knock(audio, at + i * 0.13, pitch, 0.5, 0.14));

const makes: Record<Sound, (audio: AudioContext, at: number) => void> = {
  roll: (audio, at) => {
    for (let i = 0; i < 7; i++) knock(audio, at + i * 0.05 + Math.random() * 0.03, 420 + Math.random() * 380, 0.07, 0.16 - i * 0.015);
  },
  place: (audio, at) => knock(audio, at, 330, 0.1, 0.2),
  take: (audio, at) => {
    rustle(audio, at, 900, 0.14, 0.12);
    knock(audio, at + 0.14, 260, 0.14, 0.24);
  },
  chip: (audio, at) => {
    knock(audio, at, 1900, 0.05, 0.1);
    knock(audio, at + 0.05, 2300, 0.04, 0.05);
  },
  card: (audio, at) => {
    rustle(audio, at, 3600, 0.11, 0.16);
    rustle(audio, at + 0.09, 300, 0.05, 0.2);
  },
  turn: (audio, at) => melody(audio, at, [523, 659]),
  win: (audio, at) => melody(audio, at, [523, 659, 784, 1047]),
  lose: (audio, at) => melody(audio, at, [392, 330]),
  error: (audio, at) => {
    knock(audio, at, 150, 0.2, 0.3);
    knock(audio, at + 0.16, 120, 0.25, 0.3);
  },
};

/** In ms: on, off, on, … */
const shakes: Partial<Record<Sound, number[]>> = {
  roll: [10, 40, 10, 30, 10],
  take: [18],
  error: [30, 40, 30],
  turn: [20],
  win: [20, 60, 20, 60, 40],
};

export function play(sound: Sound): void {
  // Before the first touch or key of a page nothing may sound, and what was missed is not made up for.
  if (!settings.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  if (context.state !== 'running') void context.resume(); // after a telephone call, say
  makes[sound](context, context.currentTime);
  const shake = shakes[sound];
  if (shake && 'vibrate' in navigator) navigator.vibrate(shake);
}
