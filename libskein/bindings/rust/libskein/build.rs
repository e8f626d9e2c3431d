// SPDX-License-Identifier: Apache-2.0
//! Compiles the C library into the crate: each file for its own instruction set, as its CMake files do.
//!
//! The sources lie in `library`, where the crate was made a package of its own, else three folders up. `CC`, or
//! `CC_<target>` with underscores, names the C compiler; `AR` and `AR_<target>` likewise.
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files for one instruction set: architecture, name, flags, and the word by which the others know that it is there.
const KERNELS: &[(&str, &str, &[&str], &str)] = &[
    ("x86_64", "avx2.c", &["-mavx2"], "SKEIN_HAVE_AVX2"),
    ("x86_64", "avx512_512.c", &["-mavx512f", "-mavx512vl", "-mavx512dq", "-O2"], "SKEIN_HAVE_AVX512"),
    ("x86_64", "avx512_1024.c", &["-mavx512f", "-mavx512vl", "-mavx512dq", "-O2"], "SKEIN_HAVE_AVX512"),
    ("x86_64", "avx512_few.c", &["-mavx512f", "-mavx512vl", "-mavx512dq"], "SKEIN_HAVE_AVX512"),
    ("x86_64", "avx512_lanes.c", &["-mavx512f", "-mavx512vl", "-mavx512dq"], "SKEIN_HAVE_AVX512"),
    ("x86_64", "bmi2.c", &["-mbmi2"], "SKEIN_HAVE_BMI2"),
    ("x86_64", "sse2.c", &[], "SKEIN_HAVE_SSE2"),
    ("aarch64", "neon.c", &[], "SKEIN_HAVE_NEON"),
];

fn variable(name: &str) -> Option<String> {
    println!("cargo:rerun-if-env-changed={name}");
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// The tool for the target: by the variable of the target, by the general one if it is this machine, else by default.
fn tool(name: &str, default: &str) -> Vec<String> {
    let target = env::var("TARGET").unwrap();
    let own = target == env::var("HOST").unwrap();
    let found = variable(&format!("{name}_{}", target.replace('-', "_")))
        .or_else(|| if own { variable(name) } else { variable(&format!("TARGET_{name}")) })
        .unwrap_or_else(|| default.to_string());
    found.split_whitespace().map(str::to_string).collect()
}

fn run(command: &mut Command) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("libskein cannot be compiled: {command:?} ended with {status}"),
        Err(error) => panic!(
            "libskein needs a C compiler and ar: {:?} cannot be run ({error}); set CC and AR to others",
            command.get_program()
        ),
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("the sources of libskein are not in {}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    found.sort();
    found
}

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let carried = here.join("library");
    let library = if carried.is_dir() { carried } else { here.join("../../..") };
    let architecture = env::var("CARGO_CFG_TARGET_ARCH").unwrap();
    let windows = env::var("CARGO_CFG_WINDOWS").is_ok();
    let wanted = env::var("CARGO_FEATURE_KERNELS").is_ok();
    let compiler = tool("CC", "cc");
    let archiver = tool("AR", "ar");
    let of_kernel = |name: &str| KERNELS.iter().find(|kernel| kernel.1 == name);

    let mut general = vec!["-std=c11", "-O3", "-fvisibility=hidden", "-DSKEIN_STATIC", "-DSKEIN_BUILDING"];
    general.extend(["-DNDEBUG", "-D_DEFAULT_SOURCE", "-DSKEIN_THREADS"]);
    if !windows {
        general.extend(["-fPIC", "-pthread"]);
    }
    for word in KERNELS.iter().filter(|kernel| wanted && kernel.0 == architecture).map(|kernel| kernel.3) {
        let definition: &'static str = Box::leak(format!("-D{word}").into_boxed_str());
        if !general.contains(&definition) {
            general.push(definition);
        }
    }

    let mut objects = Vec::new();
    let mut files = sources(&library.join("src"));
    files.push(here.join("layout.c"));
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().to_string();
        let kernel = of_kernel(&name);
        if kernel.is_some_and(|kernel| !wanted || kernel.0 != architecture) {
            continue;
        }
        let object = out.join(&name).with_extension("o");
        run(Command::new(&compiler[0])
            .args(&compiler[1..])
            .args(&general)
            .args(kernel.map_or(&[] as &[&str], |kernel| kernel.2))
            .arg(format!("-I{}", library.join("include").display()))
            .arg(format!("-I{}", library.join("src/generated").display()))
            .arg("-c")
            .arg(&file)
            .arg("-o")
            .arg(&object));
        objects.push(object);
    }
    let archive = out.join("libskein.a");
    let _ = std::fs::remove_file(&archive);
    run(Command::new(&archiver[0]).args(&archiver[1..]).arg("crs").arg(&archive).args(&objects));
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-lib=static=skein");
    println!("cargo:rerun-if-changed={}", library.join("src").display());
    println!("cargo:rerun-if-changed={}", library.join("include").display());
    println!("cargo:rerun-if-changed=layout.c");
    println!("cargo:rerun-if-changed=build.rs");
}
