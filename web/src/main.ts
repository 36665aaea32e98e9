// main.ts — the entry point: loads the language before anything is shown, then the page.
import { mount } from 'svelte';
import './lib/focus.ts'; // from the first key on
import App from './App.svelte';
import './app.css';
import { speech } from './i18n/index.svelte.ts';
import { keep } from './lib/version.svelte.ts';
import { settings } from './lib/settings.svelte.ts';

await speech.speak(settings.language);
keep();
mount(App, { target: document.getElementById('app') as HTMLElement });
