package faults

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// script and in name what shows a case: a script of the command line, or tests
// of a package.
func script(name string) string { return "cmd/sinew/testdata/script/" + name + ".txt" }

func in(pkg string, tests ...string) []string {
	all := make([]string, len(tests))
	for i, test := range tests {
		all[i] = pkg + ":" + test
	}
	return all
}

func both(parts ...[]string) []string { return slices.Concat(parts...) }

// cases are mistakes that were found in other tools, by number, each with what
// shows that it is not made here.
var cases = map[string][]string{
	"L1": both(in("resolve/remote", "TestEveryVariableThatBindsGitToARepositoryIsUnset", "TestARepositoryThatAHookExportsStaysAsItIs", "TestTheGitProgramFetchesOneTagAtDepthOne"),
		in("internal/faults", "TestInsideAHookThePersonsRepositoryStaysByteForByte"), []string{script("the-git-variables-of-a-hook-reach-nothing-of-the-persons")}),
	"L2": both(in("resolve/remote", "TestEveryKindOfTagIsListedAtItsCommit", "TestABranchNamedLikeATagIsNotIt"),
		in("internal/faults", "TestTheLockHoldsTheCommitWhateverKindOfTagNamesIt", "TestTheVersionChosenIsNoPreReleaseAndNoPartsTag")),
	"L3": both(in("resolve/remote", "TestAProtocolIsJudgedAfterTheRewriting", "TestGitItselfMaySpeakOneProtocolAlone", "TestARepositoryOnDiskNeedsThePersonsConsent"),
		[]string{script("a-repository-on-disk-needs-the-persons-git-configuration-to-say-so")}),
	"L4": in("resolve/remote", "TestFilesAreRawBlobsWhateverAttributesAndConfigurationSay", "TestBothWaysReadTheSameTreeAndLeaveNothingBehind"),
	"L5": both(in("pkg/tree", "TestH1EqualsTheShellRecipe", "TestAnEmptyTreeHashesNoLine", "TestAPathThatLeavesOrHidesIsRefused"),
		in("internal/faults", "TestAModeThatAloneChangedChangesNoHashAndNoFile")),
	"L6": both(in("resolve/remote", "TestWhatARemoteSaysIsOneEscapedLine", "TestATagWithTerminalCodesIsListedAndRefusedByName", "TestAPathWithTerminalCodesIsEscaped"),
		in("internal/faults", "TestATagThatNamesNoCommitIsRefusedInOneLine"), []string{script("what-comes-from-outside-cannot-repaint-the-terminal")}),

	"1": {script("a-tag-that-moved-holds-its-repository-until-it-is-accepted"), script("a-collection-comes-over-https-by-a-ref-that-git-rewrites")},
	"2": {script("a-tag-that-vanished-is-never-a-silent-downgrade")},
	"4": in("resolve/remote", "TestFilesAreRawBlobsWhateverAttributesAndConfigurationSay"),
	"5": both(in("resolve/remote", "TestFilesAreRawBlobsWhateverAttributesAndConfigurationSay"), []string{script("the-git-variables-of-a-hook-reach-nothing-of-the-persons")}),
	"6": both(in("pkg/tree", "TestTheFiveNamesOfAProjectAreNoPartOfAReflex"), []string{script("a-collection-comes-over-https-by-a-ref-that-git-rewrites")}),
	"7": both(in("internal/faults", "TestAModeThatAloneChangedChangesNoHashAndNoFile"), in("resolve/remote", "TestAnExecutableFileIsAFile")),
	"8": both(in("pkg/tree", "TestTwoPathsThatSomeFileSystemTakesForOneAreRefused"), []string{script("a-tree-that-is-not-plain-files-is-refused")}),
	"10": both(in("internal/faults", "TestTheProgramsOwnNamesAsLinksAreRefusedAndLeadNowhere", "TestALinkInAProjectThatCameFromSomewhereLeadsNoWriteOut"),
		in("store", "TestPlantedLinksAreNeverFollowed"), in("internal/state", "TestALinkIsWrittenThroughWhereThePersonAnswersForIt")),
	"11": both(in("internal/faults", "TestASubmoduleInTheLockedTagIsRefusedAndTheLockStays"), []string{script("a-tree-that-is-not-plain-files-is-refused")}),
	"12": both(in("internal/faults", "TestWhatNeedsNoWriteWorksWhereNothingMayBeWritten"), []string{script("a-home-that-cannot-be-written-still-reads-and-runs")}),
	"14": {script("the-check-names-each-field-that-differs-and-writes-nothing")},
	"15": {script("the-check-names-each-field-that-differs-and-writes-nothing")},
	"17": in("internal/faults", "TestOfflineAsksNoNetwork"),
	"18": in("internal/faults", "TestOnlyGitIsSpokenAndOnlyAdvertisedTagsAreAskedForAtDepthOne", "TestACommitThatIsNoLongerAdvertisedIsNotAskedFor"),
	"19": both(in("internal/faults", "TestTheLockHoldsTheCommitWhateverKindOfTagNamesIt"), in("resolve/remote", "TestEveryKindOfTagIsListedAtItsCommit")),
	"20": both(in("internal/faults", "TestTheLockHoldsTheCommitWhateverKindOfTagNamesIt"), in("resolve/remote", "TestABranchNamedLikeATagIsNotIt")),
	"21": {script("one-version-under-two-tags-is-one-tree")},
	"22": in("internal/faults", "TestTheVersionChosenIsNoPreReleaseAndNoPartsTag"),
	"23": both(in("internal/faults", "TestTheVersionChosenIsNoPreReleaseAndNoPartsTag"), []string{script("several-refs-are-added-at-once-or-not-at-all")}),
	"25": in("internal/faults", "TestInsideAHookThePersonsRepositoryStaysByteForByte"),
	"26": both(in("internal/faults", "TestNoSSHAsksAtTheTerminalAndTheCauseIsNamed"), in("resolve/remote", "TestSSHAsksNobodyAndItsOwnWordsAreTheCause", "TestNobodyIsAskedForALogin")),
	"27": both(in("internal/faults", "TestARewritingToAnSSHAliasIsHandedToSSHAndTheLockKeepsTheWrittenRef"), in("resolve/remote", "TestAFetchOverSSHGoesThroughTheGitProgram")),
	"29": in("internal/faults", "TestOnlyGitIsSpokenAndOnlyAdvertisedTagsAreAskedForAtDepthOne"),
	"30": both(in("internal/faults", "TestTwentySyncsAtOnceFillOneStore", "TestSyncsAtOnceOutliveThoseThatAreKilled", "TestACommandKilledAnywhereLeavesEverythingWhole"),
		in("store", "TestKeepersKilledAnywhereLeaveEntriesAbsentOrWhole"), []string{script("many-at-once-share-one-store")}),
	"32": both(in("internal/faults", "TestWhatNeedsNoWriteWorksWhereNothingMayBeWritten"), in("store", "TestAFullStoreOnAReadOnlyDiskServesAndKeeps")),
	"33": {script("a-bad-third-of-five-is-held-and-four-move")},
	"34": {script("owned-files-that-do-not-read-are-named-and-left-alone")},
	"35": both(in("internal/faults", "TestAnEditByACommandChangesItsOwnLineAlone"), in("pkg/tomldoc", "TestAnEditChangesItsOwnLineAlone", "TestEveryEditKeepsEveryOtherKeyAndLine")),
	"37": in("internal/faults", "TestANameThatLeadsElsewhereIsRefusedBeforeAnythingIsTouched", "TestAFileThatNamesAPlaceElsewhereIsRefusedBeforeAnythingIsTouched",
		"TestANameInATreeThatLeadsElsewhereIsRefused"),
	"38": {script("what-is-new-beside-a-reflex-is-named-and-not-added"), script("consent-loosens-only-by-a-yes")},
	"39": both([]string{script("a-tag-that-vanished-is-never-a-silent-downgrade"), script("a-tag-that-moved-holds-its-repository-until-it-is-accepted")},
		in("internal/faults", "TestARepositoryThatAnswersElsewhereIsNamed"), in("resolve/remote", "TestARedirectElsewhereIsRefusedAndNamed")),
	"41": both(in("exec/body", "TestNothingIsLeftOfAnInterruptedRun", "TestNothingIsLeftOfAnotherUsersRuns"), []string{script("an-interrupt-ends-a-run-and-all-it-started")}),
	"42": in("exec/sandbox", "TestASocketASignalAndADescriptorLeadOutOfNoHold", "TestNoWayOutOfAHoldIsOpen"),
	"43": both(in("exec/sandbox", "TestTheStatusIsTrueAtEachLandlock", "TestEachLandlockHoldsWhatTheTableSays"), in("cmd/sinew/report", "TestEveryLandlockIsSaidAsItIs")),
	"46": both(in("exec/sandbox", "TestABodySeesFiveVariablesOfARealEnvironment"), in("exec/body", "TestABodySeesFiveVariablesAndItsSettings")),
	"45": both(in("internal/faults", "TestNoVariableOfACIMachineIsTrust"), []string{script("a-project-is-found-and-runs-only-once-it-is-trusted")}),
	"47": both(in("pkg/manifest", "TestLintNamesABodyThatFetchesCodePastTheLock"), in("internal/faults", "TestABodyThatFetchesCodeIsNamedWhereItIsAdded")),
	"50": both(in("resolve/remote", "TestTenThousandTagsAreListedInOneRequest", "TestADeepHistoryIsNotFetched"),
		in("internal/faults", "TestOnlyGitIsSpokenAndOnlyAdvertisedTagsAreAskedForAtDepthOne")),
}

// numbers are all there are.
const numbers = "L1 L2 L3 L4 L5 L6 1 2 4 5 6 7 8 10 11 12 14 15 17 18 19 20 21 22 23 25 26 27 29 30 32 33 34 35 37 38 39 41 42 43 45 46 47 50"

func TestEveryCaseNamesATestThatIsThere(t *testing.T) {
	root := filepath.Join("..", "..")
	all := strings.Fields(numbers)
	if len(all) != len(cases) {
		t.Errorf("%d cases, want %d", len(cases), len(all))
	}
	for _, number := range all {
		if len(cases[number]) == 0 {
			t.Errorf("case %s: nothing shows it", number)
		}
		for _, where := range cases[number] {
			if pkg, test, inGo := strings.Cut(where, ":"); inGo {
				if !slices.Contains(testsOf(t, filepath.Join(root, pkg)), test) {
					t.Errorf("case %s: %s has no %s", number, pkg, test)
				}
			} else if _, err := os.Stat(filepath.Join(root, where)); err != nil {
				t.Errorf("case %s: %v", number, err)
			}
		}
	}
}

var testFunction = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)

// testsOf are the names of the tests in a directory.
func testsOf(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	must(t, err)
	var names []string
	for _, file := range files {
		for _, match := range testFunction.FindAllStringSubmatch(read(t, file), -1) {
			names = append(names, match[1])
		}
	}
	return names
}
