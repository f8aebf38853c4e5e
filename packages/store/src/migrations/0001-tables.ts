/** Version 1: the tables. Frozen once released; changes come as further migrations. */
export const initialTables = /* sql */ `
CREATE TABLE benchmark_runs (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'incomplete', 'failed')),
  started_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  completed_at_ms INTEGER,
  owner_machine TEXT NOT NULL,
  owner_pid INTEGER NOT NULL CHECK (owner_pid > 0),
  owner_started_at_ms INTEGER NOT NULL,
  invocation_id TEXT NOT NULL,
  definition TEXT NOT NULL CHECK (json_valid(definition)),
  CHECK ((state = 'running') = (completed_at_ms IS NULL))
) STRICT, WITHOUT ROWID;

-- A trial can only select an eval run of its own, and a judge run and a judgment of that eval run.
CREATE TABLE trials (
  benchmark_run_id TEXT NOT NULL REFERENCES benchmark_runs (id),
  id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  eval_id TEXT NOT NULL,
  model TEXT NOT NULL,
  arm TEXT NOT NULL,
  repetition INTEGER NOT NULL CHECK (repetition >= 1),
  selected_eval_run_id TEXT,
  selected_judge_run_id TEXT,
  selected_judgment_id TEXT,
  is_declared INTEGER NOT NULL CHECK (is_declared IN (0, 1)),
  declared_candidate_fingerprint TEXT REFERENCES fingerprints (fingerprint),
  declared_judge_fingerprint TEXT REFERENCES fingerprints (fingerprint),
  retired_at_ms INTEGER,
  PRIMARY KEY (benchmark_run_id, id),
  UNIQUE (benchmark_run_id, position),
  FOREIGN KEY (benchmark_run_id, id, selected_eval_run_id)
    REFERENCES eval_runs (benchmark_run_id, trial_id, id),
  FOREIGN KEY (selected_judge_run_id, selected_eval_run_id) REFERENCES judge_runs (id, eval_run_id),
  FOREIGN KEY (selected_judgment_id, selected_eval_run_id) REFERENCES judgments (id, eval_run_id),
  CHECK (selected_judge_run_id IS NULL OR selected_eval_run_id IS NOT NULL),
  CHECK (selected_judgment_id IS NULL OR selected_eval_run_id IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX trials_by_selected_eval_run ON trials (selected_eval_run_id);

CREATE TABLE declared_metrics (
  benchmark_run_id TEXT NOT NULL REFERENCES benchmark_runs (id),
  eval_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  metric_id TEXT NOT NULL,
  label TEXT NOT NULL,
  PRIMARY KEY (benchmark_run_id, eval_id, position),
  UNIQUE (benchmark_run_id, eval_id, metric_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE fingerprints (
  fingerprint TEXT NOT NULL PRIMARY KEY,
  components TEXT NOT NULL CHECK (json_valid(components))
) STRICT, WITHOUT ROWID;

CREATE TABLE eval_runs (
  id TEXT NOT NULL PRIMARY KEY,
  benchmark_run_id TEXT NOT NULL REFERENCES benchmark_runs (id),
  trial_id TEXT,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  eval_id TEXT NOT NULL,
  model TEXT NOT NULL,
  arm TEXT NOT NULL,
  harness TEXT NOT NULL,
  agent_version TEXT NOT NULL,
  vitrial_version TEXT NOT NULL,
  runtime TEXT NOT NULL,
  image TEXT,
  engine TEXT,
  contained INTEGER NOT NULL CHECK (contained IN (0, 1)),
  scripted INTEGER NOT NULL CHECK (scripted IN (0, 1)),
  candidate_fingerprint TEXT NOT NULL REFERENCES fingerprints (fingerprint),
  state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'stopped', 'timed_out', 'cost_limited',
    'agent_failed', 'infra_failed', 'observe_failed', 'cancelled', 'interrupted')),
  outcome TEXT CHECK (outcome IN ('declared_failure', 'no_response')),
  error_code TEXT,
  error_message TEXT,
  error_file TEXT,
  error_line INTEGER CHECK (error_line >= 1),
  error_key TEXT,
  detail TEXT,
  evidence_hash TEXT,
  invocation_id TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  execution_started_at_ms INTEGER,
  completed_at_ms INTEGER,
  calls INTEGER CHECK (calls >= 0),
  input_tokens INTEGER CHECK (input_tokens >= 0),
  output_tokens INTEGER CHECK (output_tokens >= 0),
  reasoning_tokens INTEGER CHECK (reasoning_tokens >= 0),
  cache_read_tokens INTEGER CHECK (cache_read_tokens >= 0),
  cache_write_tokens INTEGER CHECK (cache_write_tokens >= 0),
  cost_usd REAL CHECK (cost_usd >= 0),
  content_hash TEXT,
  UNIQUE (benchmark_run_id, trial_id, attempt),
  UNIQUE (benchmark_run_id, trial_id, id),
  FOREIGN KEY (benchmark_run_id, trial_id) REFERENCES trials (benchmark_run_id, id),
  CHECK ((state = 'running') = (completed_at_ms IS NULL)),
  CHECK ((state = 'running') = (calls IS NULL)),
  CHECK ((state = 'running') = (content_hash IS NULL)),
  CHECK ((calls IS NULL) = (input_tokens IS NULL) AND (calls IS NULL) = (output_tokens IS NULL)
    AND (calls IS NULL) = (reasoning_tokens IS NULL) AND (calls IS NULL) = (cache_read_tokens IS NULL)
    AND (calls IS NULL) = (cache_write_tokens IS NULL) AND (calls IS NOT NULL OR cost_usd IS NULL)),
  CHECK (outcome IS NULL OR state = 'completed'),
  CHECK ((error_code IS NULL) = (error_message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX eval_runs_open ON eval_runs (benchmark_run_id) WHERE state = 'running';

CREATE TABLE measurements (
  eval_run_id TEXT NOT NULL REFERENCES eval_runs (id),
  position INTEGER NOT NULL CHECK (position >= 1),
  measurement_id TEXT NOT NULL,
  value REAL NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('tokens', 'usd', 'ms', 'count', 'ratio')),
  PRIMARY KEY (eval_run_id, position),
  UNIQUE (eval_run_id, measurement_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE judge_inputs (
  hash TEXT NOT NULL PRIMARY KEY,
  system_prompt TEXT NOT NULL,
  profile TEXT NOT NULL,
  rubric TEXT NOT NULL,
  metrics TEXT NOT NULL CHECK (json_valid(metrics)),
  mode TEXT NOT NULL CHECK (mode IN ('final', 'live')),
  protocol INTEGER NOT NULL CHECK (protocol >= 1),
  timeout_ms INTEGER NOT NULL CHECK (timeout_ms >= 0),
  websearch INTEGER NOT NULL CHECK (websearch IN (0, 1)),
  model_settings TEXT NOT NULL CHECK (json_valid(model_settings)),
  code_judge TEXT,
  verification TEXT CHECK (json_valid(verification))
) STRICT, WITHOUT ROWID;

CREATE TABLE judge_runs (
  id TEXT NOT NULL PRIMARY KEY,
  eval_run_id TEXT NOT NULL REFERENCES eval_runs (id),
  kind TEXT NOT NULL CHECK (kind IN ('agent', 'model', 'code')),
  model TEXT,
  agent_version TEXT NOT NULL,
  vitrial_version TEXT NOT NULL,
  runtime TEXT NOT NULL,
  seat INTEGER NOT NULL CHECK (seat >= 1),
  scripted INTEGER NOT NULL CHECK (scripted IN (0, 1)),
  judge_fingerprint TEXT NOT NULL REFERENCES fingerprints (fingerprint),
  inputs_hash TEXT NOT NULL REFERENCES judge_inputs (hash),
  state TEXT NOT NULL CHECK (state IN ('running', 'completed', 'failed', 'timed_out',
    'cancelled', 'interrupted')),
  activity TEXT NOT NULL CHECK (activity IN ('watching', 'queued', 'checking', 'finalizing')),
  error_code TEXT,
  error_message TEXT,
  error_file TEXT,
  error_line INTEGER CHECK (error_line >= 1),
  error_key TEXT,
  detail TEXT,
  invocation_id TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  execution_started_at_ms INTEGER,
  archive_started_at_ms INTEGER,
  completed_at_ms INTEGER,
  evidence_reads INTEGER CHECK (evidence_reads >= 0),
  rejected_submissions INTEGER CHECK (rejected_submissions >= 0),
  calls INTEGER CHECK (calls >= 0),
  input_tokens INTEGER CHECK (input_tokens >= 0),
  output_tokens INTEGER CHECK (output_tokens >= 0),
  reasoning_tokens INTEGER CHECK (reasoning_tokens >= 0),
  cache_read_tokens INTEGER CHECK (cache_read_tokens >= 0),
  cache_write_tokens INTEGER CHECK (cache_write_tokens >= 0),
  cost_usd REAL CHECK (cost_usd >= 0),
  files TEXT CHECK (json_valid(files)),
  content_hash TEXT,
  UNIQUE (id, eval_run_id),
  CHECK ((kind = 'code') = (model IS NULL)),
  CHECK ((state = 'running') = (completed_at_ms IS NULL)),
  CHECK ((state = 'running') = (calls IS NULL)),
  CHECK ((state = 'running') = (content_hash IS NULL)),
  CHECK (files IS NULL OR state <> 'running'),
  CHECK ((calls IS NULL) = (input_tokens IS NULL) AND (calls IS NULL) = (output_tokens IS NULL)
    AND (calls IS NULL) = (reasoning_tokens IS NULL) AND (calls IS NULL) = (cache_read_tokens IS NULL)
    AND (calls IS NULL) = (cache_write_tokens IS NULL) AND (calls IS NOT NULL OR cost_usd IS NULL)),
  CHECK ((calls IS NULL) = (evidence_reads IS NULL) AND (calls IS NULL) = (rejected_submissions IS NULL)),
  CHECK ((error_code IS NULL) = (error_message IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX judge_runs_by_eval_run ON judge_runs (eval_run_id, started_at_ms, id);
CREATE INDEX judge_runs_open ON judge_runs (eval_run_id) WHERE state = 'running';

CREATE TABLE judge_checks (
  id TEXT NOT NULL PRIMARY KEY,
  judge_run_id TEXT NOT NULL REFERENCES judge_runs (id),
  request_id TEXT NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('early', 'final')),
  checkpoint INTEGER NOT NULL CHECK (checkpoint >= 0),
  queued_at_ms INTEGER NOT NULL,
  started_at_ms INTEGER,
  completed_at_ms INTEGER,
  outcome TEXT CHECK (outcome IN ('submitted', 'continued', 'none', 'cancelled'))
) STRICT, WITHOUT ROWID;
CREATE INDEX judge_checks_by_judge_run ON judge_checks (judge_run_id, queued_at_ms, id);

CREATE TABLE judgments (
  id TEXT NOT NULL PRIMARY KEY,
  eval_run_id TEXT NOT NULL REFERENCES eval_runs (id),
  evidence_hash TEXT NOT NULL,
  checkpoint INTEGER NOT NULL CHECK (checkpoint >= 0),
  mean REAL CHECK (mean BETWEEN 0 AND 1),
  created_at_ms INTEGER NOT NULL,
  content_hash TEXT NOT NULL,
  UNIQUE (id, eval_run_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX judgments_by_eval_run ON judgments (eval_run_id, created_at_ms, id);

-- The parts of a judgment are written before it, so that its row seals them: hence the deferred references.
CREATE TABLE judgment_judge_runs (
  judgment_id TEXT NOT NULL REFERENCES judgments (id) DEFERRABLE INITIALLY DEFERRED,
  judge_run_id TEXT NOT NULL REFERENCES judge_runs (id),
  PRIMARY KEY (judgment_id, judge_run_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX judgment_judge_runs_by_judge_run ON judgment_judge_runs (judge_run_id);

CREATE TABLE judgment_metrics (
  judgment_id TEXT NOT NULL REFERENCES judgments (id) DEFERRABLE INITIALLY DEFERRED,
  position INTEGER NOT NULL CHECK (position >= 1),
  metric_id TEXT NOT NULL,
  label TEXT NOT NULL,
  value REAL CHECK (value BETWEEN 0 AND 1),
  reason TEXT NOT NULL,
  PRIMARY KEY (judgment_id, position),
  UNIQUE (judgment_id, metric_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE citations (
  judgment_id TEXT NOT NULL,
  metric_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  kind TEXT NOT NULL CHECK (kind IN ('response', 'message', 'tool', 'event', 'measurement',
    'verification', 'artifact')),
  target_id TEXT,
  path TEXT,
  revision TEXT CHECK (revision IN ('initial', 'final')),
  quote TEXT,
  PRIMARY KEY (judgment_id, metric_id, position),
  FOREIGN KEY (judgment_id, metric_id) REFERENCES judgment_metrics (judgment_id, metric_id),
  CHECK ((kind IN ('response', 'artifact')) = (target_id IS NULL)),
  CHECK ((kind = 'artifact') = (path IS NOT NULL) AND (kind = 'artifact') = (revision IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE sources (
  judgment_id TEXT NOT NULL,
  metric_id TEXT NOT NULL,
  position INTEGER NOT NULL CHECK (position >= 1),
  url TEXT NOT NULL,
  PRIMARY KEY (judgment_id, metric_id, position),
  FOREIGN KEY (judgment_id, metric_id) REFERENCES judgment_metrics (judgment_id, metric_id)
) STRICT, WITHOUT ROWID;
`
