package ci_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

// A kubeJob is an Indexed Job, with the keys that a crawl has use for and no
// other: not one of them can hand a secret to a pod.
type kubeJob struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   kubeMeta
	Spec       struct {
		CompletionMode          string `yaml:"completionMode"`
		Completions             int
		Parallelism             int
		BackoffLimitPerIndex    int `yaml:"backoffLimitPerIndex"`
		MaxFailedIndexes        int `yaml:"maxFailedIndexes"`
		ActiveDeadlineSeconds   int `yaml:"activeDeadlineSeconds"`
		TTLSecondsAfterFinished int `yaml:"ttlSecondsAfterFinished"`
		Template                struct {
			Metadata kubeMeta
			Spec     kubePod
		}
	}
}

type kubeMeta struct {
	GenerateName string `yaml:"generateName"`
	Labels       map[string]string
}

type kubePod struct {
	RestartPolicy                string `yaml:"restartPolicy"`
	AutomountServiceAccountToken *bool  `yaml:"automountServiceAccountToken"`
	EnableServiceLinks           *bool  `yaml:"enableServiceLinks"`
	SecurityContext              struct {
		RunAsNonRoot   bool                  `yaml:"runAsNonRoot"`
		RunAsUser      int                   `yaml:"runAsUser"`
		RunAsGroup     int                   `yaml:"runAsGroup"`
		FSGroup        int                   `yaml:"fsGroup"`
		SeccompProfile struct{ Type string } `yaml:"seccompProfile"`
	} `yaml:"securityContext"`
	Containers []kubeContainer
	Volumes    []kubeVolume
}

type kubeContainer struct {
	Name, Image   string
	Command, Args []string
	Env           []struct{ Name, Value string }
	Resources     struct{ Requests, Limits map[string]string }

	SecurityContext struct {
		Privileged               *bool
		AllowPrivilegeEscalation *bool `yaml:"allowPrivilegeEscalation"`
		ReadOnlyRootFilesystem   *bool `yaml:"readOnlyRootFilesystem"`
		Capabilities             struct{ Drop []string }
	} `yaml:"securityContext"`
	VolumeMounts []struct {
		Name      string
		MountPath string `yaml:"mountPath"`
		ReadOnly  bool   `yaml:"readOnly"`
	} `yaml:"volumeMounts"`
}

type kubeVolume struct {
	Name                  string
	PersistentVolumeClaim *struct {
		ClaimName string `yaml:"claimName"`
		ReadOnly  bool   `yaml:"readOnly"`
	} `yaml:"persistentVolumeClaim"`
	EmptyDir *struct {
		SizeLimit string `yaml:"sizeLimit"`
	} `yaml:"emptyDir"`
}

// A matrixWorkflow is a workflow whose jobs may have a matrix and follow each
// other.
type matrixWorkflow struct {
	Name        string
	On          yaml.Node
	Permissions map[string]string
	Concurrency map[string]string
	Jobs        map[string]struct {
		Needs    string
		If       string
		RunsOn   string `yaml:"runs-on"`
		Timeout  int    `yaml:"timeout-minutes"`
		Strategy struct {
			FailFast    *bool `yaml:"fail-fast"`
			MaxParallel int   `yaml:"max-parallel"`
			Matrix      map[string][]int
		}
		Steps []step
	}
}

func crawlJob(t *testing.T) (kubeJob, kubeContainer) {
	t.Helper()
	var j kubeJob
	load(t, "crawl-job.yaml", &j)
	if len(j.Spec.Template.Spec.Containers) != 1 {
		t.Fatalf("%d containers", len(j.Spec.Template.Spec.Containers))
	}
	return j, j.Spec.Template.Spec.Containers[0]
}

// flagsOf are the flags of a command of hubindex, as its usage names them; a
// test beside that usage holds it to the flags that the command takes.
func flagsOf(t *testing.T, command string) map[string]bool {
	t.Helper()
	source := content(t, "../../cmd/hubindex/cli/"+command+".go")
	_, rest, ok := strings.Cut(source, "const "+command+"Usage = `")
	usage, _, ended := strings.Cut(rest, "`")
	if !ok || !ended {
		t.Fatalf("%s has no usage", command)
	}
	return flagsIn(usage)
}

var flagName = regexp.MustCompile(`(?:^|[\s\[])--([a-z][a-z-]*)`)

func flagsIn(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range flagName.FindAllStringSubmatch(text, -1) {
		found[m[1]] = true
	}
	return found
}

// checkFlags holds a command line to the flags there are, and to those that a
// shard cannot be without.
func checkFlags(t *testing.T, file, line string) {
	t.Helper()
	known, given := flagsOf(t, "crawl"), flagsIn(line)
	for name := range given {
		if !known[name] {
			t.Errorf("%s gives crawl --%s, which it does not know", file, name)
		}
	}
	for _, name := range []string{"listings", "shard", "state", "out", "time-budget"} {
		if !given[name] {
			t.Errorf("%s gives no --%s", file, name)
		}
	}
}

func TestTheJobCrawlsEachShardOnce(t *testing.T) {
	j, c := crawlJob(t)
	if j.APIVersion != "batch/v1" || j.Kind != "Job" || j.Spec.CompletionMode != "Indexed" {
		t.Errorf("%s %s %s", j.APIVersion, j.Kind, j.Spec.CompletionMode)
	}
	if want := fmt.Sprintf("--shard=$(JOB_COMPLETION_INDEX)/%d", j.Spec.Completions); !slices.Contains(c.Args, want) {
		t.Errorf("%v: want %s", c.Args, want)
	}
	if j.Spec.MaxFailedIndexes != j.Spec.Completions || j.Spec.BackoffLimitPerIndex == 0 || j.Spec.ActiveDeadlineSeconds == 0 {
		t.Errorf("%+v", j.Spec)
	}
	if len(c.Args) == 0 || c.Args[0] != "crawl" {
		t.Fatalf("%v", c.Args)
	}
	checkFlags(t, "crawl-job.yaml", strings.Join(c.Args, " "))
}

// budgetOf is the --time-budget of a command line.
func budgetOf(t *testing.T, line string) time.Duration {
	t.Helper()
	m := regexp.MustCompile(`--time-budget[= ](\S+)`).FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("no time budget: %s", line)
	}
	budget, err := time.ParseDuration(m[1])
	if err != nil {
		t.Fatal(err)
	}
	return budget
}

func TestTheJobLastsAsLongAsItsPartsOneAfterTheOther(t *testing.T) {
	j, c := crawlJob(t)
	rounds := (j.Spec.Completions + j.Spec.Parallelism - 1) / j.Spec.Parallelism
	all := time.Duration(rounds) * budgetOf(t, strings.Join(c.Args, " "))
	if limit := time.Duration(j.Spec.ActiveDeadlineSeconds) * time.Second; all >= limit {
		t.Errorf("%d rounds of parts take up to %s, and the job ends after %s", rounds, all, limit)
	}
}

func TestTheJobKeepsStateAndOutputApartForEachShard(t *testing.T) {
	_, c := crawlJob(t)
	for _, arg := range c.Args {
		name, value, _ := strings.Cut(arg, "=")
		if (name == "--state" || name == "--out") && !strings.HasPrefix(value, "/crawl/$(JOB_COMPLETION_INDEX)/") {
			t.Errorf("%s is shared by the shards", arg)
		}
	}
}

func TestThePodMayDoNoMoreThanACrawlNeeds(t *testing.T) {
	j, c := crawlJob(t)
	pod := j.Spec.Template.Spec
	no := func(what string, value *bool) {
		if value == nil || *value {
			t.Errorf("%s is not false", what)
		}
	}
	no("privileged", c.SecurityContext.Privileged)
	no("allowPrivilegeEscalation", c.SecurityContext.AllowPrivilegeEscalation)
	no("automountServiceAccountToken", pod.AutomountServiceAccountToken)
	no("enableServiceLinks", pod.EnableServiceLinks)
	if root := c.SecurityContext.ReadOnlyRootFilesystem; root == nil || !*root || !pod.SecurityContext.RunAsNonRoot || pod.SecurityContext.RunAsUser == 0 {
		t.Errorf("%+v, %+v", c.SecurityContext, pod.SecurityContext)
	}
	if fmt.Sprint(c.SecurityContext.Capabilities.Drop) != "[ALL]" || pod.SecurityContext.SeccompProfile.Type != "RuntimeDefault" {
		t.Errorf("%+v, %+v", c.SecurityContext, pod.SecurityContext)
	}
	if !regexp.MustCompile(`@sha256:(FULL_DIGEST|[0-9a-f]{64})$`).MatchString(c.Image) {
		t.Errorf("the image %s is not pinned", c.Image)
	}
	for _, name := range []string{"cpu", "memory", "ephemeral-storage"} {
		if c.Resources.Requests[name] == "" || c.Resources.Limits[name] == "" {
			t.Errorf("%s is not bounded", name)
		}
	}
}

func TestThePodMountsWhatItHasAndWritesNotToTheIndex(t *testing.T) {
	j, c := crawlJob(t)
	volumes := map[string]kubeVolume{}
	for _, v := range j.Spec.Template.Spec.Volumes {
		if (v.PersistentVolumeClaim == nil) == (v.EmptyDir == nil) {
			t.Errorf("%+v", v)
		}
		volumes[v.Name] = v
	}
	for _, m := range c.VolumeMounts {
		v, ok := volumes[m.Name]
		if delete(volumes, m.Name); !ok {
			t.Errorf("%s is no volume", m.Name)
		}
		if m.MountPath == "/index" && (!m.ReadOnly || !v.PersistentVolumeClaim.ReadOnly) {
			t.Error("the index can be written to")
		}
	}
	if len(volumes) > 0 {
		t.Errorf("not mounted: %v", slices.Collect(maps.Keys(volumes)))
	}
}

func crawlWorkflow(t *testing.T) matrixWorkflow {
	t.Helper()
	var w matrixWorkflow
	load(t, "crawl.yml", &w)
	return w
}

func TestTheCrawlWorkflowMayOnlyReadAndHoldsNoSecret(t *testing.T) {
	w := crawlWorkflow(t)
	if !maps.Equal(w.Permissions, map[string]string{"contents": "read"}) {
		t.Errorf("%v", w.Permissions)
	}
	if regexp.MustCompile(`secrets\.|github\.token|GITHUB_TOKEN`).MatchString(content(t, "crawl.yml")) {
		t.Error("it takes a secret")
	}
	for name, job := range w.Jobs {
		if job.RunsOn == "" || job.Timeout == 0 || len(job.Steps) == 0 {
			t.Errorf("the job %s has no machine, no time limit or no step", name)
		}
		for _, s := range job.Steps {
			checkCrawlStep(t, s)
		}
	}
}

func checkCrawlStep(t *testing.T, s step) {
	t.Helper()
	if s.Uses != "" && !fullCommit.MatchString(s.Uses) {
		t.Errorf("it uses %s", s.Uses)
	}
	if strings.Contains(s.Run, "${{") || s.Run != "" && s.Shell != "bash" {
		t.Errorf("an expression is text of a script, or the shell is %q: %s", s.Shell, s.Run)
	}
	if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
		t.Error("a checkout leaves the workflow's token behind")
	}
}

func TestTheMatrixCrawlsEachShardOnce(t *testing.T) {
	w := crawlWorkflow(t)
	crawl := w.Jobs["crawl"]
	for want, got := range crawl.Strategy.Matrix["shard"] {
		if got != want {
			t.Errorf("the shards are %v", crawl.Strategy.Matrix["shard"])
		}
	}
	count := fmt.Sprint(len(crawl.Strategy.Matrix["shard"]))
	if stop := crawl.Strategy.FailFast; stop == nil || *stop {
		t.Error("a shard that fails stops the others")
	}
	runs := 0
	for _, s := range crawl.Steps {
		if strings.Contains(s.Run, "hubindex\" crawl") {
			runs++
			_, line, _ := strings.Cut(s.Run, "hubindex\" crawl")
			checkFlags(t, "crawl.yml", line)
			if s.Env["SHARDS"] != count || s.Env["SHARD"] != "${{ matrix.shard }}" || !strings.Contains(line, `--shard "$SHARD/$SHARDS"`) {
				t.Errorf("%v: %s", s.Env, line)
			}
		}
		if strings.HasPrefix(s.Uses, "actions/cache/") && (s.With["path"] != "crawled" || !strings.Contains(s.With["key"], "-of-"+count+"-")) {
			t.Errorf("the cache: %v", s.With)
		}
	}
	if runs != 1 {
		t.Errorf("%d steps crawl", runs)
	}
}

// What a crawl wrote before it failed or was cut off is whole, and the next one
// goes on from it.
func TestWhatACrawlLeftIsKeptHoweverItEnds(t *testing.T) {
	crawl := crawlWorkflow(t).Jobs["crawl"]
	kept := map[string]bool{}
	for _, s := range crawl.Steps {
		name, _, _ := strings.Cut(s.Uses, "@")
		if kept[name] = true; (name == "actions/cache/save" || name == "actions/upload-artifact") && s.If != "${{ always() }}" {
			t.Errorf("%s if %q", name, s.If)
		}
		if strings.Contains(s.Run, "hubindex\" crawl") && budgetOf(t, s.Run) >= time.Duration(crawl.Timeout)*time.Minute {
			t.Error("the job ends before the crawl's time is up")
		}
	}
	if !kept["actions/cache/restore"] || !kept["actions/cache/save"] || !kept["actions/upload-artifact"] {
		t.Errorf("%v", kept)
	}
}

func TestTheShardsAreMergedByACommandThereIs(t *testing.T) {
	merge := crawlWorkflow(t).Jobs["merge"]
	if merge.Needs != "crawl" || !strings.Contains(merge.If, "!cancelled()") {
		t.Errorf("merge needs %q, if %q", merge.Needs, merge.If)
	}
	if len(flagsOf(t, "merge")) != 0 {
		t.Error("merge has flags now: look at how the workflow calls it")
	}
	if !slices.ContainsFunc(merge.Steps, func(s step) bool { return strings.Contains(s.Run, `hubindex" merge parts >`) }) {
		t.Error("nothing is merged")
	}
	// Without it, the only artifact of all parts would lie in another place than
	// each of several.
	if !slices.ContainsFunc(merge.Steps, func(s step) bool {
		return strings.HasPrefix(s.Uses, "actions/download-artifact@") && s.With["path"] == "parts" && s.With["merge-multiple"] == "true"
	}) {
		t.Error("the parts lie in several places")
	}
}
