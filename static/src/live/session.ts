/** Who is signed in, and how they like the screen: theme, language, text font, keys. */
import { createSubscriber } from 'svelte/reactivity';
import { setLanguage, type Language } from '../text';
import { api, setCsrfToken, whenSignedOut } from './api';
import type { AuthState, Preferences, ThemeChoice, User } from './types';

const KEPT = 'penumbra.preferences';

class Session {
  #state: AuthState | null = null;
  #preferences: Preferences = readKept();
  #announce: () => void = () => {};
  #subscribe = createSubscriber((update) => {
    this.#announce = update;
  });

  /** Null until start() has heard from the server. */
  get state(): AuthState | null {
    this.#subscribe();
    return this.#state;
  }
  get user(): User | null {
    return this.state?.user ?? null;
  }
  get preferences(): Preferences {
    this.#subscribe();
    return this.#preferences;
  }
  get theme(): 'dark' | 'light' {
    const choice = this.preferences.theme ?? 'system';
    if (choice !== 'system') return choice;
    return matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  }

  /** Show the kept preferences at once, then ask the server who this is. */
  async start(): Promise<void> {
    whenSignedOut(() => this.#became({ user: null }));
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.#show());
    await this.#show();
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const state = await api.get<AuthState>('/api/auth/state/');
    setCsrfToken(state.csrf_token);
    this.#state = state;
    await this.#adopt(state.user);
  }

  async signIn(username: string, password: string): Promise<void> {
    await api.post('/api/auth/login/', { username, password });
    await this.refresh();
  }

  async signUp(account: { username: string; password: string; email?: string }): Promise<void> {
    await api.post('/api/auth/signup/', account);
    await this.refresh();
  }

  async setUp(account: {
    username: string;
    password: string;
    email?: string;
    setup_code?: string;
  }): Promise<void> {
    await api.post('/api/auth/setup/', account);
    await this.refresh();
  }

  async signOut(): Promise<void> {
    await api.post('/api/auth/logout/');
    await this.refresh();
  }

  /** Shown at once and kept here; the server is told when somebody is signed in. */
  async prefer(change: Preferences): Promise<void> {
    this.#preferences = { ...this.#preferences, ...change };
    localStorage.setItem(KEPT, JSON.stringify(this.#preferences));
    await this.#show();
    if (!this.user) return;
    const user = await api.patch<User>('/api/users/me/', { preferences: this.#preferences });
    this.#became({ user });
  }

  async rename(change: { name?: string; email?: string }): Promise<void> {
    this.#became({ user: await api.patch<User>('/api/users/me/', change) });
  }

  async #adopt(user: User | null): Promise<void> {
    if (user) this.#preferences = { ...this.#preferences, ...user.preferences };
    await this.#show();
  }

  #became(change: Partial<AuthState>): void {
    if (this.#state) this.#state = { ...this.#state, ...change };
    this.#announce();
  }

  async #show(): Promise<void> {
    const root = document.documentElement;
    root.dataset.theme = this.theme;
    root.dataset.textFont = this.#preferences.text_font ?? 'serif';
    await setLanguage(this.#preferences.language ?? browserLanguage());
    this.#announce();
  }
}

function browserLanguage(): Language {
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function readKept(): Preferences {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}') as Preferences;
  } catch {
    return {};
  }
}

export const session = new Session();
export const nextTheme: Record<ThemeChoice, ThemeChoice> = {
  system: 'dark',
  dark: 'light',
  light: 'system',
};
