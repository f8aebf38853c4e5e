/**
 * Version 1: what core computes from rows, for whoever reads the database by itself. Each view says what
 * `vitrial scores --json` says, and a test over random results holds them to it.
 */
export const initialViews = /* sql */ `
CREATE VIEW run_costs AS
SELECT eval_runs.benchmark_run_id, eval_runs.id AS run_id, 'candidate' AS stage, eval_runs.trial_id,
  eval_runs.eval_id, eval_runs.model, eval_runs.arm, NULL AS judge_model, eval_runs.state, eval_runs.invocation_id,
  coalesce(trials.selected_eval_run_id = eval_runs.id AND trials.retired_at_ms IS NULL, 0) AS is_selected,
  coalesce(trials.is_declared, 0) AS is_declared,
  eval_runs.invocation_id = benchmark_runs.invocation_id AS is_this_time,
  eval_runs.calls, eval_runs.input_tokens, eval_runs.output_tokens, eval_runs.reasoning_tokens,
  eval_runs.cache_read_tokens, eval_runs.cache_write_tokens, eval_runs.cost_usd,
  coalesce(max(0, eval_runs.completed_at_ms - eval_runs.execution_started_at_ms), 0) AS time_ms
FROM eval_runs
JOIN benchmark_runs ON benchmark_runs.id = eval_runs.benchmark_run_id
LEFT JOIN trials ON trials.benchmark_run_id = eval_runs.benchmark_run_id AND trials.id = eval_runs.trial_id
WHERE eval_runs.state <> 'running'
UNION ALL
SELECT eval_runs.benchmark_run_id, judge_runs.id, 'judge', eval_runs.trial_id,
  eval_runs.eval_id, eval_runs.model, eval_runs.arm, judge_runs.model, judge_runs.state, judge_runs.invocation_id,
  coalesce(trials.retired_at_ms IS NULL AND EXISTS (SELECT 1 FROM judgment_judge_runs
    WHERE judgment_judge_runs.judgment_id = trials.selected_judgment_id
      AND judgment_judge_runs.judge_run_id = judge_runs.id), 0),
  coalesce(trials.is_declared, 0),
  judge_runs.invocation_id = benchmark_runs.invocation_id,
  judge_runs.calls, judge_runs.input_tokens, judge_runs.output_tokens, judge_runs.reasoning_tokens,
  judge_runs.cache_read_tokens, judge_runs.cache_write_tokens, judge_runs.cost_usd,
  coalesce(max(0, judge_runs.completed_at_ms - judge_runs.execution_started_at_ms), 0)
FROM judge_runs
JOIN eval_runs ON eval_runs.id = judge_runs.eval_run_id
JOIN benchmark_runs ON benchmark_runs.id = eval_runs.benchmark_run_id
LEFT JOIN trials ON trials.benchmark_run_id = eval_runs.benchmark_run_id AND trials.id = eval_runs.trial_id
WHERE judge_runs.state <> 'running';

-- Costs are added as whole billionths of a dollar, so that their sum is exact in any order.
CREATE VIEW model_costs AS
WITH sums AS (
  SELECT 'selected' AS sum, * FROM run_costs WHERE is_selected AND is_declared
  UNION ALL SELECT 'in_all', * FROM run_costs
  UNION ALL SELECT 'this_time', * FROM run_costs WHERE is_this_time
)
SELECT benchmark_run_id, model, arm, sum, stage, count(*) AS runs,
  sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
  CASE WHEN count(*) = count(cost_usd) THEN sum(CAST(round(cost_usd * 1e9) AS INTEGER)) / 1e9 END AS cost_usd,
  coalesce(sum(CAST(round(cost_usd * 1e9) AS INTEGER)) / 1e9, 0) AS known_usd,
  count(*) - count(cost_usd) AS unknown, sum(time_ms) AS time_ms
FROM sums GROUP BY benchmark_run_id, model, arm, sum, stage;

CREATE VIEW costs AS
WITH wanted (sum, stage) AS (VALUES ('selected', 'candidate'), ('selected', 'judge'), ('in_all', 'candidate'),
  ('in_all', 'judge'), ('this_time', 'candidate'), ('this_time', 'judge'))
SELECT benchmark_runs.id AS benchmark_run_id, wanted.sum, wanted.stage, coalesce(sum(runs), 0) AS runs,
  coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens,
  CASE WHEN coalesce(sum(unknown), 0) = 0
    THEN coalesce(sum(CAST(round(known_usd * 1e9) AS INTEGER)), 0) / 1e9 END AS cost_usd,
  coalesce(sum(CAST(round(known_usd * 1e9) AS INTEGER)), 0) / 1e9 AS known_usd,
  coalesce(sum(unknown), 0) AS unknown, coalesce(sum(time_ms), 0) AS time_ms
FROM benchmark_runs JOIN wanted
LEFT JOIN model_costs ON model_costs.benchmark_run_id = benchmark_runs.id
  AND model_costs.sum = wanted.sum AND model_costs.stage = wanted.stage
GROUP BY benchmark_runs.id, wanted.sum, wanted.stage;

-- What of a candidate's inputs only a machine can tell is left out, as it is where results are only read.
CREATE VIEW trial_standings AS
SELECT trials.benchmark_run_id, trials.id AS trial_id, trials.eval_id, trials.model, trials.arm, trials.repetition,
  eval_runs.id AS eval_run_id, eval_runs.state AS eval_run_state, judge_runs.state AS judge_run_state,
  CASE WHEN eval_runs.id IS NOT NULL THEN trials.selected_judgment_id END AS judgment_id,
  CASE
    WHEN eval_runs.candidate_fingerprint <> trials.declared_candidate_fingerprint AND EXISTS (
      SELECT 1 FROM fingerprints AS had, fingerprints AS now
      WHERE had.fingerprint = eval_runs.candidate_fingerprint
        AND now.fingerprint = trials.declared_candidate_fingerprint
        AND (EXISTS (SELECT key, atom FROM json_each(had.components)
            WHERE key NOT IN ('agentVersion', 'image', 'contained')
            EXCEPT SELECT key, atom FROM json_each(now.components))
          OR EXISTS (SELECT key, atom FROM json_each(now.components)
            WHERE key NOT IN ('agentVersion', 'image', 'contained')
            EXCEPT SELECT key, atom FROM json_each(had.components)))) THEN 'run'
    WHEN judge_runs.judge_fingerprint <> trials.declared_judge_fingerprint THEN 'judgment'
  END AS outdated
FROM trials
LEFT JOIN eval_runs ON eval_runs.id = trials.selected_eval_run_id AND trials.retired_at_ms IS NULL
LEFT JOIN judge_runs ON judge_runs.id = trials.selected_judge_run_id AND eval_runs.id IS NOT NULL
WHERE trials.is_declared;

CREATE VIEW metric_credits AS
SELECT standing.benchmark_run_id, standing.trial_id, standing.eval_id, standing.model, standing.arm, standing.repetition,
  declared_metrics.position, declared_metrics.metric_id, declared_metrics.label,
  CASE
    WHEN standing.outdated IS NOT NULL THEN 'outdated'
    WHEN standing.eval_run_id IS NULL THEN 'not_run'
    WHEN standing.eval_run_state IN ('running', 'infra_failed', 'observe_failed', 'cancelled', 'interrupted')
      THEN standing.eval_run_state
    WHEN standing.judge_run_state <> 'completed' THEN 'judge_' || standing.judge_run_state
    WHEN standing.judge_run_state IS NULL OR judgment_metrics.metric_id IS NULL THEN 'unjudged'
  END AS unresolved,
  CASE
    WHEN standing.outdated IS NULL AND standing.judge_run_state = 'completed' AND standing.eval_run_state
      NOT IN ('running', 'infra_failed', 'observe_failed', 'cancelled', 'interrupted')
    THEN judgment_metrics.value
  END AS value
FROM trial_standings AS standing
JOIN declared_metrics ON declared_metrics.benchmark_run_id = standing.benchmark_run_id
  AND declared_metrics.eval_id = standing.eval_id
LEFT JOIN judgment_metrics ON judgment_metrics.judgment_id = standing.judgment_id
  AND judgment_metrics.metric_id = declared_metrics.metric_id;

CREATE VIEW score_metrics AS
SELECT benchmark_run_id, model, arm, eval_id, position, metric_id, label,
  CASE WHEN count(*) = count(value) THEN avg(value) END AS value,
  coalesce(sum(value), 0) / count(*) AS lower,
  min(1, (coalesce(sum(value), 0) + count(*) - count(value)) / count(*)) AS upper,
  1.0 * count(value) / count(*) AS coverage,
  count(value) AS scored, count(*) AS expected, coalesce(sum(value = 1), 0) AS passed
FROM metric_credits GROUP BY benchmark_run_id, model, arm, eval_id, position, metric_id, label;

CREATE VIEW score_evals AS
WITH cells AS (SELECT DISTINCT benchmark_run_id, model, arm, eval_id FROM trials WHERE is_declared),
spent AS (
  SELECT benchmark_run_id, model, arm, eval_id, stage, sum(input_tokens) AS input_tokens,
    sum(output_tokens) AS output_tokens, count(*) - count(cost_usd) AS unknown,
    coalesce(sum(CAST(round(cost_usd * 1e9) AS INTEGER)) / 1e9, 0) AS known_usd, sum(time_ms) AS time_ms
  FROM run_costs WHERE is_selected AND is_declared GROUP BY benchmark_run_id, model, arm, eval_id, stage
)
SELECT cells.benchmark_run_id, cells.model, cells.arm, cells.eval_id, scored.score,
  coalesce(scored.lower, 0) AS lower, coalesce(scored.upper, 1) AS upper,
  coalesce(scored.coverage, 0) AS coverage,
  coalesce(candidate.input_tokens, 0) AS input_tokens, coalesce(candidate.output_tokens, 0) AS output_tokens,
  CASE WHEN coalesce(candidate.unknown, 0) = 0 THEN coalesce(candidate.known_usd, 0) END AS cost_usd,
  coalesce(candidate.known_usd, 0) AS known_usd, coalesce(candidate.unknown, 0) AS unknown,
  coalesce(candidate.time_ms, 0) AS time_ms,
  coalesce(judge.input_tokens, 0) AS judge_input_tokens, coalesce(judge.output_tokens, 0) AS judge_output_tokens,
  CASE WHEN coalesce(judge.unknown, 0) = 0 THEN coalesce(judge.known_usd, 0) END AS judge_cost_usd,
  coalesce(judge.known_usd, 0) AS judge_known_usd, coalesce(judge.unknown, 0) AS judge_unknown,
  coalesce(judge.time_ms, 0) AS judge_time_ms
FROM cells
LEFT JOIN (
  SELECT benchmark_run_id, model, arm, eval_id,
    CASE WHEN count(*) = count(value) THEN avg(value) END AS score,
    avg(lower) AS lower, min(1, avg(lower) + 1 - avg(coverage)) AS upper, avg(coverage) AS coverage
  FROM score_metrics GROUP BY benchmark_run_id, model, arm, eval_id
) AS scored USING (benchmark_run_id, model, arm, eval_id)
LEFT JOIN spent AS candidate ON candidate.stage = 'candidate' AND candidate.model = cells.model AND candidate.arm = cells.arm
  AND candidate.benchmark_run_id = cells.benchmark_run_id AND candidate.eval_id = cells.eval_id
LEFT JOIN spent AS judge ON judge.stage = 'judge' AND judge.model = cells.model AND judge.arm = cells.arm
  AND judge.benchmark_run_id = cells.benchmark_run_id AND judge.eval_id = cells.eval_id;

CREATE VIEW score_models AS
SELECT benchmark_run_id, model, arm,
  CASE WHEN count(*) = count(score) THEN 100 * avg(score) END AS percentage,
  100 * avg(lower) AS lower, min(100, 100 * avg(lower) + 100 - 100 * avg(coverage)) AS upper,
  100 * avg(coverage) AS coverage,
  sum(input_tokens) AS input_tokens, sum(output_tokens) AS output_tokens,
  CASE WHEN sum(unknown) = 0 THEN sum(CAST(round(known_usd * 1e9) AS INTEGER)) / 1e9 END AS cost_usd,
  sum(CAST(round(known_usd * 1e9) AS INTEGER)) / 1e9 AS known_usd, sum(unknown) AS unknown,
  sum(time_ms) AS time_ms,
  sum(judge_input_tokens) AS judge_input_tokens, sum(judge_output_tokens) AS judge_output_tokens,
  CASE WHEN sum(judge_unknown) = 0
    THEN sum(CAST(round(judge_known_usd * 1e9) AS INTEGER)) / 1e9 END AS judge_cost_usd,
  sum(CAST(round(judge_known_usd * 1e9) AS INTEGER)) / 1e9 AS judge_known_usd,
  sum(judge_unknown) AS judge_unknown, sum(judge_time_ms) AS judge_time_ms
FROM score_evals GROUP BY benchmark_run_id, model, arm;
`
