import { mount } from 'svelte';
import './style.css';
import { startRouter } from './ui/shell/router.svelte';
import Shell from './ui/shell/Shell.svelte';

startRouter();
mount(Shell, { target: document.body });
