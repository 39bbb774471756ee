/** What the tabs of the quality page share: people and agreement, kept up to date. */
import { api, listAll } from '../../live/api';
import { follow } from '../../live/follow';
import { Resource } from '../../live/resource.svelte';
import { openProject } from '../shell/project.svelte';
import { classLooks, type ClassLooks } from '../tasks/classes';
import type { Agreement, AnnotatorRow } from './wire';

const RECOUNT_MS = 5000;

export class QualityState {
  readonly people: Resource<AnnotatorRow[]>;
  readonly agreement: Resource<Agreement>;
  /** Rises whenever figures were recounted; tabs of their own load again by it. */
  recounts = $state(0);

  constructor(readonly projectId: string) {
    const path = `/api/projects/${projectId}`;
    this.people = new Resource((signal) =>
      listAll<AnnotatorRow>(`${path}/annotators/`, { signal }),
    );
    this.agreement = new Resource((signal) => api.get<Agreement>(`${path}/agreement/`, { signal }));
  }

  get looks(): ClassLooks {
    return openProject.project ? classLooks(openProject.project.ontology) : new Map();
  }
  nameOf = (id: string): string => {
    const ontology = openProject.project?.ontology;
    return (
      ontology?.labels.find((label) => label.id === id)?.name ??
      ontology?.relations?.find((relation) => relation.id === id)?.name ??
      id
    );
  };
  className = (id: string): string => this.looks.get(id)?.name ?? id;

  load = (): void => {
    void this.people.load();
    void this.agreement.load();
    this.recounts++;
  };
  /** Load, and load again as figures are recounted; returns the end of it. */
  open(): () => void {
    this.load();
    // Figures are recounted in batches; asking at every annotation would tell nothing new.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = follow(this.projectId, ({ type, data }) => {
      if (type === 'job' && data.kind === 'quality' && data.state === 'done') this.load();
      if (type === 'annotation')
        timer ??= setTimeout(() => ((timer = undefined), this.load()), RECOUNT_MS);
    });
    return () => (leave(), clearTimeout(timer), this.people.stop(), this.agreement.stop());
  }
}
